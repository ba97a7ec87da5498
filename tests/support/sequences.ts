/**
 * Random sequences of commands for the proofs. A step says roughly what happens, by small numbers that
 * pick from whoever and whatever exists when its turn comes; so sequences stay meaningful while
 * fast-check shortens them.
 */
import fc from 'fast-check'
import type { Plan, Submission } from '../../src/desk/command.ts'
import type { Reply } from '../../src/desk/decide.ts'
import { MemoryDesk } from '../../src/desk/memory.ts'
import { commands, type CommandName, type CommandOf } from '../../src/domains/commands.ts'
import { poolKind } from '../../src/domains/treasury/rules.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { dayMs } from '../../src/lib/instant.ts'
import { idFromName } from '../../src/platform/ids.ts'

export type Submitted = Submission<typeof commands> & { id: string }
export type HouseInMemory = MemoryDesk<typeof commands>

/** Business time passes by itself, or somebody submits something. */
export type Move = { submit: Submitted } | { passMs: number }

type Sum = { of: 'cents' | 'cash' | 'minimum' | 'below' | 'pool'; cents: bigint }
export type Step = { what: CommandName | 'pass' | 'again'; by: number; on: number; nth: number; sum: Sum; twist: number }

export const start = Date.UTC(2026, 0, 5, 9, 30)

export const people = ['ada', 'ben', 'cleo', 'dora', 'adam', 'anna', 'otto', 'emil', 'fay'].map((name) => ({
  name, id: idFromName(`person ${name}`), email: `${name}@people.example`,
}))
const personId = (name: string) => people.find((person) => person.name === name)!.id
export const nobody = idFromName('nobody')

const plan = (slug: string, minimum: bigint, below: bigint | null, durationDays: number, profitPercent: number): Plan => ({
  id: idFromName(`plan ${slug}`), onSale: slug !== 'withdrawn', termsVersion: 1, title: `Plan ${slug}`, rangeText: '', minimum,
  maximum: below === null ? null : below - 1n, below, durationDays, profitPercent, riskVersion: 1, riskWarning: 'All of it can be lost.',
})
/** Small minimums and an odd percentage, so that rounding and sold-out plans come up. */
export const plans = [plan('small', 4n, 10_000n, 2, 10), plan('odd', 10_001n, 50_000n, 8, 7), plan('large', 50_000n, null, 16, 12), plan('withdrawn', 100n, null, 1, 1)]

const wallets = ['a wallet of any kind', '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm', '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsn']

const weights: Record<Step['what'], number> = {
  CreditPlayMoney: 6, OpenInvestment: 10, SettleInvestment: 7, MoveClock: 3, RequestWithdrawal: 10, CancelWithdrawal: 3,
  ApproveWithdrawal: 6, RejectWithdrawal: 3, PayWithdrawal: 4, ReturnWithdrawal: 3, CorrectUser: 7, CreditReferrer: 4, PayInCapital: 2,
  FundPool: 4, FreezeUser: 2, UnfreezeUser: 3, CloseUser: 3, ChangeName: 2, OpenOwner: 2, pass: 3, again: 5,
}

const sum: fc.Arbitrary<Sum> = fc.oneof(
  fc.record({ of: fc.constantFrom('cash', 'minimum', 'below', 'pool' as const), cents: fc.bigInt(-1n, 1n) }),
  fc.record({ of: fc.constant('cents' as const), cents: fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(1n, 200_000n), fc.bigInt(1n, 10_000_000_000_000n)) }),
)

const stepOf = (what: fc.Arbitrary<Step['what']>): fc.Arbitrary<Step> =>
  fc.record({ what, by: fc.nat(people.length - 1), on: fc.nat(people.length - 1), nth: fc.nat(40), sum, twist: fc.nat(255) })

export const step = stepOf(fc.oneof(
  ...(Object.keys(weights) as Step['what'][]).map((what) => ({ weight: weights[what], arbitrary: fc.constant(what) })),
))
/** Steps that leave the clock alone. */
export const timelessStep = stepOf(fc.oneof(
  ...(Object.keys(weights) as Step['what'][]).filter((what) => what !== 'pass' && what !== 'MoveClock')
    .map((what) => ({ weight: weights[what], arbitrary: fc.constant(what) })),
))

/** A house in memory with the plans above, nobody in it yet. */
export function emptyHouse(): HouseInMemory {
  const desk = new MemoryDesk(commands, start)
  for (const offered of plans) desk.world.plans.set(offered.id, offered)
  return desk
}

type Draft = { [N in CommandName]: { kind: N; command: CommandOf<N>; actor: string | null; id?: string } }[CommandName]

/** Whoever is on this house's list at this number, when they have opened their account; everybody's turn comes. */
const someone = (number: number) => people[number % people.length]!

/** The cast opens its accounts, and the firm brings a little money: pools that a few investments empty. */
export function opening(): Move[] {
  const open = (name: string, role: 'user' | 'admin' | 'auditor', fixed = false): Draft => {
    const { id, email } = people.find((person) => person.name === name)!
    return { kind: 'OpenOwner', command: { owner: id, fullName: `${name} of the cast`, email, role, referralCode: null, fixed }, actor: id, id }
  }
  const drafts: Draft[] = [
    open('ada', 'user'), open('ben', 'user'), open('dora', 'user', true), open('adam', 'admin'), open('anna', 'admin'), open('otto', 'auditor'),
    { kind: 'PayInCapital', command: { amount: 150_000n, reference: 'first' }, actor: personId('adam') },
    { kind: 'FundPool', command: { pool: 'returns', amount: 30_000n }, actor: personId('adam') },
    { kind: 'FundPool', command: { pool: 'referral', amount: 5_000n }, actor: personId('adam') },
    { kind: 'FundPool', command: { pool: 'corrections', amount: 20_000n }, actor: personId('adam') },
    { kind: 'CreditPlayMoney', command: { owner: personId('ada'), amount: 100_000n, asset: 'BTC' }, actor: personId('ada') },
    { kind: 'CreditPlayMoney', command: { owner: personId('ben'), amount: 20_000n, asset: 'USDT' }, actor: personId('ben') },
  ]
  return drafts.map(({ id, ...draft }, n) => ({
    submit: { ...draft, id: id ?? idFromName(`opening ${n}`), key: null, bodyHash: '', requestId: 'test' } as Submitted,
  }))
}

function amountOf({ of, cents }: Sum, desk: HouseInMemory, owner: string, nth: number): bigint {
  const offered = plans[nth % plans.length]!
  const base = {
    cents: 0n, cash: desk.world.balance(owner, 'cash'), minimum: offered.minimum, below: offered.below ?? 75_000n,
    pool: desk.world.balance(firm, Object.values(poolKind)[nth % 3]!),
  }[of]
  return base + cents > 0n ? base + cents : 1n
}

function pick<T>(items: Iterable<T>, nth: number): T | undefined {
  const all = [...items]
  return all.length === 0 ? undefined : all[nth % all.length]
}

const codeOf = (desk: HouseInMemory, id: string) => desk.world.owners.get(id)?.referralCode ?? 'ZZZZZZZZZZ'

/** What a step means in this house, now. */
function draftOf({ what, by, on, nth, sum: asked, twist }: Step & { what: CommandName }, desk: HouseInMemory): Draft {
  const staff = [personId('adam'), personId('anna'), personId('adam'), someone(by).id][twist % 4]!
  const actor = desk.world.owners.has(staff) ? staff : personId('adam')
  const user = nth === 40 ? nobody : someone(on).id
  const amount = amountOf(asked, desk, user, nth)
  const request = pick(desk.world.withdrawals.values(), nth)
  const withdrawal = request?.id ?? nobody
  switch (what) {
    case 'OpenOwner': {
      const { id: owner, email, name } = someone(on)
      const referralCode = [null, codeOf(desk, personId('ada')), codeOf(desk, someone(by).id)][nth % 3]!
      const role = twist % 8 === 0 ? 'admin' : 'user'
      return { kind: what, command: { owner, fullName: `${name} who came later`, email, role, referralCode, fixed: false }, actor: owner }
    }
    case 'ChangeName': return { kind: what, command: { owner: user, fullName: `Name ${twist % 3}` }, actor: user }
    case 'FreezeUser': case 'UnfreezeUser': return { kind: what, command: { user, reason: `Reason ${nth}` }, actor }
    case 'CloseUser': return { kind: what, command: { user }, actor }
    case 'CorrectUser': return { kind: what, command: correction(desk, user, amount, nth, twist), actor }
    case 'PayInCapital': return { kind: what, command: { amount, reference: `receipt ${nth % 6}` }, actor }
    case 'FundPool': return { kind: what, command: { pool: (['returns', 'referral', 'corrections'] as const)[nth % 3]!, amount }, actor }
    case 'CreditPlayMoney': return { kind: what, command: { owner: user, amount, asset: 'BTC' }, actor: user }
    case 'OpenInvestment': {
      const planId = nth === 39 ? nobody : plans[nth % plans.length]!.id
      return { kind: what, command: { owner: user, planId, amount, acceptedRiskVersion: twist % 16 === 0 ? 2 : 1 }, actor: user }
    }
    case 'SettleInvestment': {
      const investment = pick(desk.world.investments.values(), nth)
      const owner = investment && twist % 8 > 0 ? investment.owner : user
      const id = twist % 2 === 0 && investment ? { id: idFromName(`settle ${investment.id}`) } : {}
      return { kind: what, command: { investment: investment?.id ?? nobody, owner }, actor: null, ...id }
    }
    case 'RequestWithdrawal': {
      const named = [undefined, user, user, someone(by).id][nth % 4]
      return { kind: what, command: { owner: user, named, amount, target: target(desk, by, nth, twist) }, actor: user }
    }
    case 'CancelWithdrawal': return { kind: what, command: { withdrawal, owner: request && twist % 8 > 0 ? request.owner : user }, actor: user }
    case 'ApproveWithdrawal': return { kind: what, command: { withdrawal }, actor }
    case 'RejectWithdrawal': case 'ReturnWithdrawal': return { kind: what, command: { withdrawal, reason: `Reason ${nth}` }, actor }
    case 'PayWithdrawal': return { kind: what, command: { withdrawal, reference: `payout ${twist % 6}` }, actor }
    case 'CreditReferrer': return { kind: what, command: { user, fundingAmount: amount }, actor }
    case 'MoveClock': return { kind: what, command: { days: 1 + (nth % 10) }, actor }
  }
}

function correction(desk: HouseInMemory, user: string, amount: bigint, nth: number, twist: number): CommandOf<'CorrectUser'> {
  const owner = desk.world.owners.get(user)
  const emails = [`fresh-${nth % 3}@people.example`, desk.world.owners.get(someone(nth).id)?.email || 'fresh@people.example']
  return {
    user,
    ...(twist & 1 ? { accountBalance: nth % 7 === 0 ? -1n : amount } : {}),
    ...(twist & 2 ? { totalProfit: (owner?.totals.profit ?? 0n) + BigInt(nth - 10) } : {}),
    ...(twist & 4 ? { totalLoss: (owner?.totals.loss ?? 0n) + BigInt(10 - nth) } : {}),
    ...(twist & 8 ? { fullName: `Edited ${nth % 2}` } : {}),
    ...(twist & 16 ? { email: emails[nth % 2]! } : {}),
    ...(twist & 32 ? { reason: `Reason ${nth}` } : {}),
    ...(twist & 64 ? { version: (owner?.version ?? 0) - (twist & 128 ? 1 : 0) } : {}),
  }
}

function target(desk: HouseInMemory, by: number, nth: number, twist: number): CommandOf<'RequestWithdrawal'>['target'] {
  if (twist % 2 === 0) return { type: 'bank_transfer', walletName: `Wallet ${nth}`, walletAddress: wallets[twist % 16 === 0 ? 2 : nth % 2]! }
  return { type: 'tradehub_transfer', recipientAccountId: desk.world.owners.get(someone(by).id)?.accountId || 'GH-1000000009' }
}

/** The move that a step means now, or null for one that repeats something when nothing was submitted yet. */
export function moveOf(asked: Step, desk: HouseInMemory, submitted: readonly Submitted[]): Move | null {
  const { what, nth, twist } = asked
  if (what === 'pass') return { passMs: twist % 2 === 0 ? nth : nth * (dayMs / 8) + twist }
  if (what === 'again') {
    const earlier = pick(submitted, nth)
    return earlier ? { submit: { ...earlier, requestId: 'again', ...(twist % 4 === 0 ? { bodyHash: 'another body' } : {}) } } : null
  }
  const { id, ...draft } = draftOf({ ...asked, what }, desk)
  const number = submitted.length
  const opensFirst = draft.kind === 'OpenOwner' && !desk.world.owners.has(draft.command.owner) ? draft.command.owner : undefined
  const key = twist % 3 === 0 && draft.actor !== null ? `key ${number}` : null
  return { submit: { ...draft, id: id ?? opensFirst ?? idFromName(`command ${number}`), key, bodyHash: 'body', requestId: `request ${number}` } as Submitted }
}

/** Makes a move in memory; answers the reply of what was submitted. */
export function make(desk: HouseInMemory, move: Move): Reply | null {
  if ('submit' in move) return desk.run(move.submit)
  desk.now += move.passMs
  return null
}

/** Plays the opening and the steps in memory, looking after every move. */
export function play(steps: readonly Step[], look: (desk: HouseInMemory, move: Move, reply: Reply | null) => void = () => {}): { desk: HouseInMemory; moves: Move[] } {
  const desk = emptyHouse()
  const moves: Move[] = []
  const submitted: Submitted[] = []
  const go = (move: Move) => {
    moves.push(move)
    if ('submit' in move) submitted.push(move.submit)
    look(desk, move, make(desk, move))
  }
  for (const move of opening()) go(move)
  for (const asked of steps) {
    const move = moveOf(asked, desk, submitted)
    if (move) go(move)
  }
  return { desk, moves }
}
