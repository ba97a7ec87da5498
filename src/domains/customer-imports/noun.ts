import type { Noun } from '../noun.ts'
import { importedLines, imports } from '../import-records/table.ts'
import { letters } from './mails.ts'
import { customerImport } from './proposals.ts'
import { finishImport, importPerson, proposeImport } from './rules.ts'

export const noun = {
  commands: {
    ProposeImport: proposeImport,
    ImportPerson: importPerson,
    FinishImport: finishImport,
  },
  writers: [imports, importedLines],
  letters,
  proposals: [customerImport],
} satisfies Noun
