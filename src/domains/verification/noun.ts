import type { Noun } from '../noun.ts'
import {
  approveFinalRefusal,
  dropFinalRefusal,
  proposeFinalRefusal,
  refuseVerification,
  verifyPerson,
} from './decide.ts'
import { recordedApprovals, recordedCase } from './follow.ts'
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
  facts: [recordedCase, recordedApprovals, receivedBy],
  letters,
} satisfies Noun
