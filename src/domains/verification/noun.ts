import type { Noun } from '../noun.ts'
import {
  approveFinalRefusal,
  dropFinalRefusal,
  proposeFinalRefusal,
  refuseVerification,
  verifyPerson,
} from './decide.ts'
import { letters } from './mails.ts'
import { receivedBy } from './received.ts'
import { submitVerification } from './rules.ts'
import { cases } from './table.ts'

export const noun = {
  commands: {
    SubmitVerification: submitVerification,
    VerifyPerson: verifyPerson,
    RefuseVerification: refuseVerification,
    ProposeFinalRefusal: proposeFinalRefusal,
    ApproveFinalRefusal: approveFinalRefusal,
    DropFinalRefusal: dropFinalRefusal,
  },
  writers: [cases],
  facts: [receivedBy],
  letters,
  waits: {
    of: 'verifications',
    text: "select coalesce(final_proposed_at, submitted_at) as at, array[final_proposed_by] as begun, array[owner_id] as about from verifications where status = 'submitted'",
  },
} satisfies Noun
