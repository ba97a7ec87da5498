/** OpenInvestment, which takes its cover from one pool that everyone shares, beside the same without the pool. */
import { isRefusal } from '../../src/desk/command.ts'
import { commands } from '../../src/domains/nouns.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import type { Bench, Measurement } from './bench.ts'
import { done, investment, openDesk } from './desk.ts'
import { plan } from './fill.ts'
import { readPeople } from './house.ts'
import { rateOf, rotate, roundRobin, sharesInWords, timed, type Round } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import { costsOf, spanOf } from './withdrawals.ts'

/**
 * The real rule, except for the posting from the pool: instead the same amount moves from the investor's cash
 * to held. That line is in the chart as well, so the same checks are made, two postings are written, and
 * three accounts of the investor move; only the firm's one account is left out. What is held then belongs to no
 * request, which is why the books of this database are not audited.
 */
const withoutPool: typeof commands = {
  ...commands,
  OpenInvestment: {
    ...commands.OpenInvestment,
    decide(world, command, context) {
      const decision = commands.OpenInvestment.decide(world, command, context)
      if (isRefusal(decision)) return decision
      const own = ({ amount }: { amount: bigint }) =>
        ({
          event: 'withdrawal-requested',
          debit: { owner: command.owner, kind: 'cash' },
          credit: { owner: command.owner, kind: 'held' },
          amount,
        }) as const
      return {
        ...decision,
        postings: decision.postings.map((posting) =>
          posting.debit.owner === firm ? own(posting) : posting,
        ),
      }
    },
  },
}

async function round(
  bench: Bench,
  url: string,
  rules: typeof commands,
  nextOwner: () => string,
): Promise<Round> {
  const { desk, close } = openDesk(url, { rules })
  const measured = await timed(spanOf(bench), (seconds) =>
    rateOf({
      seconds,
      callers: bench.size.callers,
      async work() {
        await done(desk, investment(nextOwner(), plan))
        return 1
      },
    }),
  )
  await close()
  return measured
}

async function measure(bench: Bench): Promise<Row[]> {
  const { house, size } = bench
  const url = await house.filled('investments', {
    people: size.people,
    postingsEach: size.postingsEach,
  })
  const nextOwner = roundRobin(await readPeople(url))
  bench.say('measuring OpenInvestment')
  const rounds = await rotate(
    size.rounds,
    {
      without: () => round(bench, url, withoutPool, nextOwner),
      with: () => round(bench, url, commands, nextOwner),
    },
    house.checkpoint,
  )
  await house.drop('investments')
  const rates = (of: readonly Round[]) => of.map(({ rate }) => rate)
  const shares = (of: readonly Round[]) => sharesInWords(of.map(({ shares }) => shares))
  return [
    makeRow({
      name: 'OpenInvestment, the pool left out',
      unit: '1/s',
      rounds: rates(rounds.without),
      costs: costsOf(rounds.without),
      limits: `${shares(rounds.without)} In place of the pool's posting, one from the investor's cash to what is held: the same number of rows, but no account that all share.`,
    }),
    makeRow({
      name: 'OpenInvestment',
      unit: '1/s',
      rounds: rates(rounds.with),
      costs: costsOf(rounds.with),
      against: { name: 'the pool left out', rounds: rates(rounds.without) },
      bound: { atLeast: 0.8 },
      limits: `${shares(rounds.with)} The pool's account is locked last, from the postings to the end of the commit: batches in flight wait for each other there, flush of the log included.`,
    }),
  ]
}

export const investments: Measurement = { names: ['investments'], measure }
