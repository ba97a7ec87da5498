import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { beginStatements } from './files.ts'
import { evidencePack, makePack } from './proposals.ts'
import { requestEvidence, downloadEvidence } from './rules.ts'
import { packs } from './table.ts'

export const noun = {
  commands: {
    RequestEvidence: requestEvidence,
    DownloadEvidence: downloadEvidence,
  },
  writers: [
    packs,
    writesEffect(makePack, (effects) => beginStatements(effects.map(({ value }) => value.pack))),
  ],
  proposals: [evidencePack],
} satisfies Noun
