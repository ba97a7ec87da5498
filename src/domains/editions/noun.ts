import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { editionProposals } from './proposals.ts'
import { acceptEdition, proposeEdition, proposeEditionWithdrawal, tellOfEdition } from './rules.ts'
import { acceptances, editions, editionTexts } from './table.ts'

export const noun = {
  commands: {
    ProposeEdition: proposeEdition,
    ProposeEditionWithdrawal: proposeEditionWithdrawal,
    AcceptEdition: acceptEdition,
    TellOfEdition: tellOfEdition,
  },
  // Texts before the editions that they belong to.
  writers: [editionTexts, editions, acceptances],
  letters,
  proposals: editionProposals,
} satisfies Noun
