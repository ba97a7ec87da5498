import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { beginStatements, eraseFilesStatement } from './files.ts'
import { makeArchive, requestArchive } from './rules.ts'
import { archives } from './table.ts'

export const noun = {
  commands: { RequestArchive: requestArchive },
  writers: [
    archives,
    // Their bytes go with those of the person's documents.
    writesEffect(
      makeArchive,
      (effects) => beginStatements(effects.map(({ value }) => value)),
      (people) => [eraseFilesStatement(people)],
    ),
  ],
} satisfies Noun
