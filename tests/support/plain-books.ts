/** A second set of books, kept by hand from what was asked and granted: no chart, no postings, no rules. */
import type { AnyCommand } from '../../src/domains/commands.ts'
import { kindNames, type Kind } from '../../src/ledger/core/chart.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import type { World } from '../../src/desk/world.ts'
import { plans } from './sequences.ts'

type Figure = 'cash' | 'held' | 'invested' | 'promised' | 'profit' | 'loss' | 'placed'
const figures: Figure[] = ['cash', 'held', 'invested', 'promised', 'profit', 'loss', 'placed']
type FirmsFigure = 'capital' | 'returns' | 'referral' | 'corrections'

const share = (amount: bigint, percent: bigint) => {
  const hundredths = amount * percent
  const down = hundredths / 100n
  const rest = hundredths % 100n
  return rest > 50n || (rest === 50n && down % 2n === 1n) ? down + 1n : down
}

export class PlainBooks {
  readonly #people = new Map<string, Record<Figure, bigint>>()
  readonly #firm: Record<FirmsFigure, bigint> = { capital: 0n, returns: 0n, referral: 0n, corrections: 0n }
  readonly #investments = new Map<string, { amount: bigint; profit: bigint; due: number }>()
  readonly #requests = new Map<string, { owner: string; amount: bigint }>()

  #add(person: string, gains: Partial<Record<Figure, bigint>>): void {
    const before = this.#people.get(person) ?? { cash: 0n, held: 0n, invested: 0n, promised: 0n, profit: 0n, loss: 0n, placed: 0n }
    this.#people.set(person, Object.fromEntries(figures.map((figure) => [figure, before[figure] + (gains[figure] ?? 0n)])) as Record<Figure, bigint>)
  }

  /** Books a command that was granted. `whose` says who was meant where the command itself doesn't. Throws at a payment before its time. */
  granted({ kind, command: c }: AnyCommand, { id, at }: { id: string; at: number }, whose: { referrer: string | null; recipient: string | null }): void {
    switch (kind) {
      case 'PayInCapital': this.#firm.capital += c.amount; return
      case 'FundPool': this.#firm.capital -= c.amount; this.#firm[c.pool] += c.amount; return
      case 'CreditPlayMoney': return this.#add(c.owner, { cash: c.amount })
      case 'OpenInvestment': return this.#invest(id, at, c)
      case 'SettleInvestment': return this.#mature(at, c)
      case 'RequestWithdrawal':
        this.#requests.set(id, { owner: c.owner, amount: c.amount })
        return this.#add(c.owner, { cash: -c.amount, held: c.amount })
      case 'CancelWithdrawal': case 'RejectWithdrawal': case 'ReturnWithdrawal': return this.#release(c.withdrawal)
      case 'ApproveWithdrawal': return whose.recipient === null ? undefined : this.#pass(c.withdrawal, whose.recipient)
      case 'PayWithdrawal': return this.#pass(c.withdrawal, null)
      case 'CreditReferrer':
        this.#firm.referral -= share(c.fundingAmount, 10n)
        return this.#add(whose.referrer!, { cash: share(c.fundingAmount, 10n) })
      case 'CorrectUser': return this.#correct(c)
    }
  }

  #invest(id: string, at: number, { owner, planId, amount }: { owner: string; planId: string; amount: bigint }): void {
    const { profitPercent, durationDays } = plans.find((plan) => plan.id === planId)!
    const profit = share(amount, BigInt(profitPercent))
    this.#investments.set(id, { amount, profit, due: at + durationDays * 86_400_000 })
    this.#firm.returns -= profit
    this.#add(owner, { cash: -amount, invested: amount, promised: profit, placed: amount })
  }

  #mature(at: number, { owner, investment }: { owner: string; investment: string }): void {
    const { amount, profit, due } = this.#investments.get(investment)!
    if (at < due) throw new Error(`${investment} was paid ${due - at} ms before its time`)
    this.#add(owner, { cash: amount + profit, invested: -amount, promised: -profit, profit })
  }

  #release(withdrawal: string): void {
    const { owner, amount } = this.#requests.get(withdrawal)!
    this.#add(owner, { cash: amount, held: -amount })
  }

  #pass(withdrawal: string, to: string | null): void {
    const { owner, amount } = this.#requests.get(withdrawal)!
    this.#add(owner, { held: -amount })
    if (to !== null) this.#add(to, { cash: amount })
  }

  #correct({ user, accountBalance, totalProfit, totalLoss }: { user: string; accountBalance?: bigint | undefined; totalProfit?: bigint | undefined; totalLoss?: bigint | undefined }): void {
    this.#add(user, {})
    const { cash: before, profit: profitBefore, loss: lossBefore } = this.#people.get(user)!
    const profit = totalProfit === undefined ? 0n : totalProfit - profitBefore
    const loss = totalLoss === undefined ? 0n : totalLoss - lossBefore
    const cash = accountBalance === undefined ? profit - loss : accountBalance - before
    this.#firm.corrections -= cash
    this.#add(user, { cash, profit, loss })
  }

  /** Where the world tells another story than these books, in words, or null. */
  differenceFrom(world: World): string | null {
    for (const [person, own] of this.#people) {
      const { profit, loss, placed } = world.owners.get(person)!.totals
      const balances = Object.fromEntries(kindNames.map((kind) => [kind, world.balance(person, kind)])) as Record<Kind, bigint>
      const told: Record<Figure, bigint> = { cash: balances.cash, held: balances.held, invested: balances.invested, promised: balances.promised, profit, loss, placed }
      const wrong = figures.find((figure) => told[figure] !== own[figure])
      if (wrong) return `${wrong} of ${world.owners.get(person)!.fullName} should be ${own[wrong]}, it is ${told[wrong]}`
    }
    const { capital, returns, referral, corrections } = this.#firm
    const expected = { capital, 'returns-pool': returns, 'referral-pool': referral, 'corrections-pool': corrections }
    const wrong = Object.entries(expected).find(([kind, balance]) => world.balance(firm, kind as Kind) !== balance)
    return wrong ? `${wrong[0]} should be ${wrong[1]}, it is ${world.balance(firm, wrong[0] as Kind)}` : null
  }
}
