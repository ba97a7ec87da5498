import type { Noun } from '../noun.ts'
import { importedLines, imports } from '../import-records/table.ts'
import { letters } from './mails.ts'
import { customerImport, openingReversal } from './proposals.ts'
import { finishImport, importPerson, proposeImport, proposeOpeningReversal } from './rules.ts'

export const noun = {
  commands: {
    ProposeImport: proposeImport,
    ImportPerson: importPerson,
    FinishImport: finishImport,
    ProposeOpeningReversal: proposeOpeningReversal,
  },
  writers: [imports, importedLines],
  letters,
  proposals: [customerImport, openingReversal],
} satisfies Noun
