/** What was brought over from another system: each import that two agreed to, and each person of it with their opening balance. */
import type { ImportState } from '../../contract/imports.ts'
import { cents, count, instant, text, uuid, word } from '../../desk/column.ts'
import { reading, type Read } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type Import = {
  id: string
  /** The firm. */
  owner: OwnerId
  /** The file that was agreed to. */
  file: string
  /** SHA-256 of it, in hex. */
  digest: string
  /** How many people it has, and their balances together. */
  people: number
  amount: Cents
  at: Instant
  firstBy: OwnerId
  secondBy: OwnerId
  state: ImportState
  stateAt: Instant
  /** What was booked of the amount, once all of it is. */
  booked: Cents | null
  /** The lines of people whom somebody else here had the email of by then, with commas between. */
  leftOut: string | null
  /** What of it was taken back as wrong, and what arrived at the bank. */
  takenBack: Cents
  cleared: Cents
  /** The versions of the clients' bank account that this made, with commas between: a statement that has them shows it. */
  bankVersions: string
}

export const imports = new Table<Import>({
  name: 'imports',
  as: 'import',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    file: uuid('file_id'),
    digest: word('digest'),
    people: count('people'),
    amount: cents('amount'),
    at: instant('at'),
    firstBy: uuid('first_by', { named: true }),
    secondBy: uuid('second_by', { named: true }),
    state: word('state', { changes: true }),
    stateAt: instant('state_at', { changes: true }),
    booked: cents('booked', { later: true }),
    leftOut: text('left_out', { later: true }),
    takenBack: cents('taken_back', { changes: true }),
    cleared: cents('cleared', { changes: true }),
    bankVersions: text('bank_versions', { changes: true }),
  },
})
export type ImportNamed = WithNames<Import, 'firstBy' | 'secondBy'>

/** One person of it. */
export type ImportedLine = {
  /** The id of the command that booked it. */
  id: string
  import: string
  owner: OwnerId
  line: number
  /** How the other system names them. */
  reference: string | null
  amount: Cents
  takenBack: Cents
  at: Instant
}

export const importedLines = new Table<ImportedLine>({
  name: 'imported_lines',
  as: 'imported_line',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    import: uuid('import_id'),
    owner: uuid('owner_id'),
    line: count('line'),
    reference: text('reference', { personal: true }),
    amount: cents('amount'),
    takenBack: cents('taken_back', { changes: true }),
    at: instant('at'),
  },
})

const ofOwner = importedLines.source<OwnerId>({
  name: 'of-owner',
  form: 'uuid',
  text: `select ${importedLines.columns} from ${importedLines.from} where imported_line.owner_id = any ($1)`,
})

/** Needs by which import somebody arrived, if by any. */
export const lineOf = (owner: OwnerId): Read => reading(ofOwner, owner)

/** The line that brought this person. */
export const lineIn = (world: World, owner: OwnerId): ImportedLine | undefined =>
  world.rowsOf(importedLines, owner)[0]

// All: one that isn't cleared could be taken for one that is.
const all = imports.source({
  name: 'all',
  form: null,
  text: `select ${imports.columns} from ${imports.from}`,
})

/** Needs every import: a handful in the life of a firm. */
export const allImports: Read = reading(all, '')

/** The one that isn't cleared: another doesn't begin before it is. */
export const unclearedIn = (world: World): Import | undefined =>
  world.rows(imports).find(({ state }) => state !== 'cleared')
