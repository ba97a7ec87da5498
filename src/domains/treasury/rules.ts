/**
 * The firm's own money: capital that is paid in, and pools that are funded from it. Above the limit of what one administrator
 * may do alone it is proposed, and booked when another one agrees. All of it holds the firm's lock.
 */
import type { PoolName } from '../../contract/treasury.ts'
import { defineStaffCommand, type Context, type Decision, type Needs } from '../../desk/command.ts'
import { centsOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Cents } from '../../lib/money.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import type { ProposalKind } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { presentTreasury } from './present.ts'
import {
  capital,
  loanIncome,
  poolFunding,
  type CapitalFacts,
  type FundingFacts,
} from './proposals.ts'

type Limited = ApprovalLimits & { amount: Cents }

/** What an administrator does to the firm's own money, counted beside all else that they do alone. */
const actOf = ({ amount }: Limited, actor: OwnerId | null) => ({ actor, person: firm, amount })

/** How a command that books something of the firm's own money, or proposes it, is decided and answered. */
const ruleOf = <C extends Limited, F extends { amount: string }>(
  kind: ProposalKind<F>,
  factsOf: (command: C) => F,
) => ({
  subject: () => firm,
  needs(c: C, _: unknown, actor: OwnerId | null): Needs {
    const alone = needsAlone(c, actor)
    const { owners, read = [], ...needs } = needsOf(kind, factsOf(c), null)
    return {
      ...needs,
      owners: [...new Set([...owners, ...alone.owners])],
      read: [...read, ...alone.read],
    }
  },
  decide(world: World, c: C, context: Context): Decision {
    const act = actOf(c, context.actor)
    const [whyTwo, alone] = [whyTwoIn(world, c, act), countedAlone(c, act, context)]
    return doOrPropose(world, { kind, facts: factsOf(c), answer: null, whyTwo, alone }, context)
  },
  reply: (world: World, c: C, context: Context) =>
    replyOfProposed(world, kind, context, whyTwoIn(world, c, actOf(c, context.actor))) ?? {
      status: 200,
      body: {
        status: 'success',
        data: { treasury: presentTreasury((of) => world.balance(firm, of)) },
      },
    },
})

export type PayInCapital = Limited & { reference: string }

export const payInCapital = defineStaffCommand<PayInCapital>({
  may: 'move-capital',
  recall: (kept) => ({
    command: {
      amount: centsOf(kept, 'amount'),
      reference: textOf(kept, 'reference'),
      ...limitsIn(kept),
    },
  }),
  journal: (c) => ({ amount: String(c.amount), reference: c.reference, ...journalOfLimits(c) }),
  ...ruleOf<PayInCapital, CapitalFacts>(capital, ({ amount, reference }) => ({
    amount: String(amount),
    reference,
  })),
})

export type FundPool = Limited & { pool: PoolName }

export const fundPool = defineStaffCommand<FundPool>({
  may: 'move-capital',
  recall: (kept) => ({
    command: {
      pool: textOf(kept, 'pool') as PoolName,
      amount: centsOf(kept, 'amount'),
      ...limitsIn(kept),
    },
  }),
  journal: (c) => ({ pool: c.pool, amount: String(c.amount), ...journalOfLimits(c) }),
  ...ruleOf<FundPool, FundingFacts>(poolFunding, ({ amount, pool }) => ({
    amount: String(amount),
    pool,
  })),
})

export type DrawLoanIncome = { amount: Cents; reference: string }

const whyTwoDraw = 'Two agree to drawing income.'
const incomeOf = ({ amount, reference }: DrawLoanIncome) => ({ amount: String(amount), reference })

/** By two always. */
export const drawLoanIncome = defineStaffCommand<DrawLoanIncome>({
  may: 'move-capital',
  recall: (kept) => ({
    command: { amount: centsOf(kept, 'amount'), reference: textOf(kept, 'reference') },
  }),
  journal: incomeOf,
  subject: () => firm,
  needs: (c) => needsOf(loanIncome, incomeOf(c), null),
  decide: (world, c, context) =>
    doOrPropose(
      world,
      { kind: loanIncome, facts: incomeOf(c), answer: null, whyTwo: whyTwoDraw },
      context,
    ),
  reply: (world, _, context) => replyOfProposed(world, loanIncome, context, whyTwoDraw)!,
})
