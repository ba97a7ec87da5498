import { liftersOf } from './verifier.ts'
import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import { proposeFinalRefusal, refuseVerification, verifyPerson } from './decide.ts'
import { letters } from './mails.ts'
import { finalRefusal } from './proposals.ts'
import { receivedBy } from './received.ts'
import { lastReminder, remindByHand, remindOfDocuments } from './remind.ts'
import { checkCountry, submitVerification } from './rules.ts'
import { cases } from './table.ts'

export const noun = {
  commands: {
    CheckCountry: checkCountry,
    RemindByHand: remindByHand,
    RemindOfDocuments: remindOfDocuments,
    SubmitVerification: submitVerification,
    VerifyPerson: verifyPerson,
    RefuseVerification: refuseVerification,
    ProposeFinalRefusal: proposeFinalRefusal,
  },
  writers: [cases],
  facts: [liftersOf, receivedBy, lastReminder],
  letters,
  finds: [
    {
      kind: 'verification',
      text: 'select verifications.id, owner_id as owner, status as said, submitted_at as at from verifications, sought where verifications.id = sought.id',
    },
  ],
  waits: {
    of: 'verifications',
    may: 'decide-cases',
    text: "select id, submitted_at as at, array[]::uuid[] as begun, array[owner_id] as about from verifications where status = 'submitted'",
    rows: waitingRows(cases, ({ owner, status }) => ({
      waits: status === 'submitted',
      may: 'decide-cases',
      begun: [],
      about: [owner],
    })),
  },
  proposals: [finalRefusal],
} satisfies Noun
