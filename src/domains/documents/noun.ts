import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { deleteContentsStatement, eraseContentsStatement } from './contents.ts'
import { recordedOpenings } from './opened.ts'
import { viewDocumentNumber } from './numbers.ts'
import {
  addDocument,
  deleteContent,
  removeDocument,
  viewDocument,
  viewMessageFile,
} from './rules.ts'
import { documents, documentNumbers, documentViews } from './table.ts'

export const noun = {
  commands: {
    AddDocument: addDocument,
    RemoveDocument: removeDocument,
    ViewDocument: viewDocument,
    ViewMessageFile: viewMessageFile,
    ViewDocumentNumber: viewDocumentNumber,
  },
  facts: [recordedOpenings],
  // The bytes go after the rows that had them: a document that stands keeps its own.
  writers: [
    documents,
    documentViews,
    documentNumbers,
    writesEffect(
      deleteContent,
      (effects) => [deleteContentsStatement(effects.map(({ value }) => value))],
      (people) => [eraseContentsStatement(people)],
    ),
  ],
} satisfies Noun
