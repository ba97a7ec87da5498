import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { beginStatements } from './files.ts'
import { evidencePack, makePack } from './proposals.ts'
import { askForEvidence, downloadEvidence } from './rules.ts'
import { packs } from './table.ts'

export const noun = {
  commands: {
    AskForEvidence: askForEvidence,
    DownloadEvidence: downloadEvidence,
  },
  writers: [
    packs,
    writesEffect(makePack, (effects) => beginStatements(effects.map(({ value }) => value.pack))),
  ],
  proposals: [evidencePack],
} satisfies Noun
