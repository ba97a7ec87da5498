import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { beginStatements } from './files.ts'
import {
  agreeToEvidence,
  askForEvidence,
  downloadEvidence,
  makePack,
  refuseEvidence,
} from './rules.ts'
import { packs } from './table.ts'

export const noun = {
  commands: {
    AskForEvidence: askForEvidence,
    AgreeToEvidence: agreeToEvidence,
    RefuseEvidence: refuseEvidence,
    DownloadEvidence: downloadEvidence,
  },
  writers: [
    packs,
    writesEffect(makePack, (effects) => beginStatements(effects.map(({ value }) => value.pack))),
  ],
  waits: {
    of: 'evidence-packs',
    text: "select asked_at as at, array[asked_by, agreed_by] as begun, array[]::uuid[] as about from evidence_packs where status = 'asked'",
  },
} satisfies Noun
