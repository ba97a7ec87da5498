/** Staff propose what of loans takes two; somebody else agrees in the room of proposals. Pure. */
import { defineStaffCommand, type Context, type Journaled } from '../../desk/command.ts'
import { numberOf, subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { Facts, ProposalKind, Words } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import type { Rest } from './default.ts'
import {
  loanDefault,
  loanProposal,
  loanRefusal,
  type LoanDefaultFacts,
  type LoanFacts,
  type LoanRefusalFacts,
} from './proposals.ts'

/** How a command that only proposes is decided and answered: two always. */
const proposing = <F extends Facts, W extends Words>(
  kind: ProposalKind<F, null, W>,
  whyTwo: string,
) => ({
  needs: (c: { facts: F; words: W }) => needsOf(kind, c.facts, null),
  decide: (world: World, { facts, words }: { facts: F; words: W }, context: Context) =>
    doOrPropose(world, { kind, facts, words, answer: null, whyTwo }, context),
  reply: (world: World, _: unknown, context: Context) =>
    replyOfProposed(world, kind, context, whyTwo)!,
})

type OnPerson<F extends { user: string }, W extends Words> = { facts: F; words: W }
const onPerson = {
  may: 'lend',
  journal: ({ facts: { user: _, ...facts } }: OnPerson<{ user: string }, Words>) => facts,
  subject: ({ facts: { user } }: OnPerson<{ user: string }, Words>) => user,
} as const

const reasonIn = (kept: Journaled) => ({ reason: wordsOf(kept, 'reason') })

export type ProposeLoan = OnPerson<LoanFacts, Record<string, never>>

export const proposeLoan = defineStaffCommand<ProposeLoan>({
  ...onPerson,
  recall: (kept) => ({
    command: {
      facts: {
        user: subjectOf(kept),
        application: textOf(kept, 'application'),
        income: textOf(kept, 'income'),
        amount: textOf(kept, 'amount'),
        months: numberOf(kept, 'months'),
        yearlyRate: numberOf(kept, 'yearlyRate'),
        security: textOf(kept, 'security'),
      },
      words: {},
    },
  }),
  ...proposing(loanProposal, 'Two agree to every loan.'),
})

export type ProposeLoanRefusal = OnPerson<LoanRefusalFacts, { reason: string }>

export const proposeLoanRefusal = defineStaffCommand<ProposeLoanRefusal>({
  ...onPerson,
  recall: (kept) => ({
    command: {
      facts: {
        user: subjectOf(kept),
        application: textOf(kept, 'application'),
        amount: textOf(kept, 'amount'),
      },
      words: reasonIn(kept),
    },
  }),
  ...proposing(loanRefusal, 'Two agree to every refusal of a loan.'),
})

export type ProposeLoanDefault = OnPerson<LoanDefaultFacts, { reason: string }>

export const proposeLoanDefault = defineStaffCommand<ProposeLoanDefault>({
  ...onPerson,
  recall: (kept) => ({
    command: {
      facts: {
        user: subjectOf(kept),
        loan: textOf(kept, 'loan'),
        amount: textOf(kept, 'amount'),
        rest: textOf(kept, 'rest') as Rest,
      },
      words: reasonIn(kept),
    },
  }),
  ...proposing(loanDefault, 'Two agree to calling a loan due.'),
})
