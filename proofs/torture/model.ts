/**
 * A simple model of the balances, with books of its own: what the journal's operations make of everyone's
 * money, in the order that the house reports, from the requests alone.
 */
import type { Asked, Op } from './operations.ts'

const moneyNames = [
  'cash',
  'held',
  'invested',
  'promised',
  'deposits',
  'withdrawn',
  'transferredIn',
  'transferredOut',
  'principal',
  'profit',
  'loss',
  'referral',
  'corrections',
] as const
type Money = (typeof moneyNames)[number]
export type Standing = Record<Money, bigint> & { frozen: boolean }

const empty = (): Standing => ({
  ...(Object.fromEntries(moneyNames.map((name) => [name, 0n])) as Record<Money, bigint>),
  frozen: false,
})

export type Entry = {
  version: number
  command: string
  kind: string
  amount: bigint | null
  balanceAfter: bigint | null
  settles: string | null
}

/** An owner's story by the model: the state after each entry, entry 1 first. */
export type History = { command: string; after: Standing }[]

export type Firm = Record<
  'capital' | 'returns-pool' | 'referral-pool' | 'corrections-pool' | 'client-bank' | 'firm-bank',
  bigint
>

/** A whole percentage, half to even. */
export function percentage(amount: bigint, percent: bigint): bigint {
  const [whole, rest] = [(amount * percent) / 100n, (amount * percent) % 100n]
  return rest > 50n || (rest === 50n && whole % 2n === 1n) ? whole + 1n : whole
}

type Change = Partial<Record<Money, bigint>>

/** The kinds of entry that an operation leaves with its owner. */
const entryOf = {
  deposit: 'deposit',
  invest: 'investment-opened',
  withdraw: 'withdrawal-requested',
  cancel: 'withdrawal-cancelled',
  approve: 'withdrawal-approved',
  reject: 'withdrawal-rejected',
  pay: 'withdrawal-paid',
  return: 'withdrawal-returned',
  correct: 'correction-made',
  credit: 'referral-credited',
  freeze: 'account-frozen',
  unfreeze: 'account-unfrozen',
} as const satisfies Partial<Record<Asked['kind'], string>>

function correction(asked: Extract<Asked, { kind: 'correct' }>, now: Standing): Change {
  const profit = (asked.profit ?? now.profit) - now.profit
  const loss = (asked.loss ?? now.loss) - now.loss
  const cash = (asked.balance ?? now.cash + profit - loss) - now.cash
  return { cash, profit, loss, corrections: cash - profit + loss }
}

export class Model {
  /** By the id of the command that did it. */
  readonly #done: ReadonlyMap<string, Op>

  constructor(done: ReadonlyMap<string, Op>) {
    this.#done = done
  }

  /** Replays an owner's story and compares every line of it. Faults are added in words. */
  tell(owner: string, entries: readonly Entry[], faults: string[]): History {
    const history: History = []
    let now = empty()
    for (const entry of entries) {
      const change = this.#changeOf(owner, entry, now)
      if (typeof change === 'string') {
        faults.push(
          `${change}: entry ${entry.version} (${entry.kind}) of ${owner}, command ${entry.command}`,
        )
        return history
      }
      now = {
        ...now,
        frozen:
          entry.kind === 'account-frozen' || (now.frozen && entry.kind !== 'account-unfrozen'),
      }
      for (const [name, by] of Object.entries(change) as [Money, bigint][]) now[name] += by
      history.push({ command: entry.command, after: now })
      this.#compareLine(owner, entry, change, now, faults)
    }
    return history
  }

  #compareLine(owner: string, entry: Entry, change: Change, now: Standing, faults: string[]): void {
    const below = (['cash', 'held', 'invested', 'promised'] as const).filter(
      (name) => now[name] < 0n,
    )
    if (below.length > 0)
      faults.push(
        `${below.join(', ')} of ${owner} is below zero after entry ${entry.version} (${entry.kind})`,
      )
    if (now.cash !== entry.balanceAfter)
      faults.push(
        `Entry ${entry.version} (${entry.kind}) of ${owner} says a balance of ${entry.balanceAfter}; by the journal it is ${now.cash}`,
      )
    if ((entry.amount ?? 0n) !== (change.cash ?? 0n))
      faults.push(
        `Entry ${entry.version} (${entry.kind}) of ${owner} says ${entry.amount}; by the journal it is ${change.cash ?? 0n}`,
      )
  }

  /** What an entry must have done, or why there should be none. */
  #changeOf(owner: string, entry: Entry, now: Standing): Change | string {
    if (entry.kind === 'account-opened')
      return entry.version === 1 ? {} : 'An account was opened twice'
    if (entry.settles !== null) return this.#settled(owner, entry.settles)
    const op = this.#done.get(entry.command)
    if (!op) return 'Something was booked that nobody asked for'
    const { asked } = op
    if (asked.kind === 'approve' && entry.kind === 'transfer-received')
      return this.#received(owner, asked.withdrawal)
    if (!(asked.kind in entryOf) || entryOf[asked.kind as keyof typeof entryOf] !== entry.kind)
      return `A request to ${asked.kind} left an entry of another kind`
    return this.#asked(owner, asked, now)
  }

  #settled(owner: string, investment: string): Change | string {
    const asked = this.#done.get(investment)?.asked
    if (asked?.kind !== 'invest' || asked.owner !== owner)
      return 'An investment was settled that nobody opened'
    const profit = percentage(asked.amount, asked.plan.percent)
    return { invested: -asked.amount, promised: -profit, cash: asked.amount + profit, profit }
  }

  #received(owner: string, withdrawal: string): Change | string {
    const asked = this.#done.get(withdrawal)?.asked
    if (asked?.kind !== 'withdraw' || asked.to?.owner !== owner)
      return 'A transfer arrived that was sent to somebody else'
    return { cash: asked.amount, transferredIn: asked.amount }
  }

  #asked(owner: string, asked: Asked, now: Standing): Change | string {
    switch (asked.kind) {
      case 'deposit':
        return asked.owner === owner
          ? { cash: asked.amount, deposits: asked.amount }
          : 'A deposit went to somebody else'
      case 'invest':
        return {
          cash: -asked.amount,
          invested: asked.amount,
          principal: asked.amount,
          promised: percentage(asked.amount, asked.plan.percent),
        }
      case 'withdraw':
        return { cash: -asked.amount, held: asked.amount }
      case 'correct':
        return correction(asked, now)
      case 'credit':
        return { cash: percentage(asked.amount, 10n), referral: percentage(asked.amount, 10n) }
      case 'freeze':
        return now.frozen ? 'Somebody frozen was frozen' : {}
      case 'unfreeze':
        return now.frozen ? {} : 'Somebody was unfrozen who was not frozen'
      case 'cancel':
      case 'approve':
      case 'reject':
      case 'pay':
      case 'return':
        return this.#decided(owner, asked)
      case 'capital':
      case 'fund':
      case 'clock':
        return 'An act on the firm is in the list of a person'
    }
  }

  #decided(
    owner: string,
    { kind, withdrawal }: { kind: Asked['kind']; withdrawal: string },
  ): Change | string {
    const asked = this.#done.get(withdrawal)?.asked
    if (asked?.kind !== 'withdraw' || asked.owner !== owner)
      return 'Something was decided about a request that this person never made'
    const { amount, to } = asked
    if (kind === 'approve') return to === null ? {} : { held: -amount, transferredOut: amount }
    return kind === 'pay' ? { held: -amount, withdrawn: amount } : { held: -amount, cash: amount }
  }

  /** What the done operations have added to the firm's own accounts; `told` are the stories of all owners. */
  firm(told: readonly Standing[]): Firm {
    const sum = (of: (standing: Standing) => bigint) =>
      told.reduce((total, standing) => total + of(standing), 0n)
    const asked = [...this.#done.values()].map((op) => op.asked)
    const funded = (pool?: string) =>
      asked.reduce(
        (total, a) =>
          a.kind === 'fund' && (pool === undefined || a.pool === pool) ? total + a.amount : total,
        0n,
      )
    const capital = asked.reduce(
      (total, a) => (a.kind === 'capital' ? total + a.amount : total),
      0n,
    )
    const opened = asked.reduce(
      (total, a) => (a.kind === 'invest' ? total + percentage(a.amount, a.plan.percent) : total),
      0n,
    )
    const stillPromised = sum(({ promised }) => promised)
    // Profit that was paid at maturity left the returns pool when it was promised; all other came out of corrections.
    const corrected = sum((s) => s.corrections + s.profit - s.loss) - (opened - stillPromised)
    return {
      capital: capital - funded(),
      'returns-pool': funded('returns') - opened,
      'referral-pool': funded('referral') - sum(({ referral }) => referral),
      'corrections-pool': funded('corrections') - corrected,
      'client-bank': -sum(({ deposits, withdrawn }) => deposits - withdrawn) - funded(),
      'firm-bank': -capital + funded(),
    }
  }
}

/** The states that a request went through, by its done operations in the order of its owner's list. */
export function statusAfter(kinds: readonly string[], toWallet: boolean): string {
  const words: Record<string, string> = {
    'withdrawal-requested': 'pending',
    'withdrawal-cancelled': 'cancelled',
    'withdrawal-rejected': 'rejected',
    'withdrawal-approved': 'approved',
    'withdrawal-paid': 'paid',
    'withdrawal-returned': 'returned',
  }
  const allowed = toWallet
    ? [
        ['pending'],
        ['pending', 'cancelled'],
        ['pending', 'rejected'],
        ['pending', 'approved'],
        ['pending', 'approved', 'paid'],
        ['pending', 'approved', 'returned'],
      ]
    : [['pending'], ['pending', 'cancelled'], ['pending', 'rejected'], ['pending', 'approved']]
  const path = kinds.map((kind) => words[kind] ?? kind)
  return allowed.some((way) => way.join() === path.join())
    ? path.at(-1)!
    : `no possible way: ${path.join(', ')}`
}
