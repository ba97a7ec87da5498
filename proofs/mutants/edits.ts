/** What several mutants break alike. */
import type { Edit } from './tree.ts'

/** Every row counts as its last command left it, whatever stands there. */
export const rowsBelieved: Edit = {
  file: 'src/desk/row-states.ts',
  find: 'if (number === null) return false',
  replace: 'if (number !== undefined) return true',
}

/** Rows of this table count whatever stands there. */
export const believedIn = (file: string, table: string): Edit => ({
  file,
  find: `name: '${table}',`,
  replace: `name: '${table}', uncompared: 'nothing',`,
})
