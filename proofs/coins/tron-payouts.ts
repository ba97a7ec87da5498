/**
 * Lists of payouts in USDT that the firm's signer pays rightly, twice, short, to somebody else, by what is reverted, or not at all. What
 * is booked of them is what the simulator itself knows of the final chain: each line once, by a transfer that is it to the millionth.
 */
import { prepareList } from '../../src/domains/payout-lists/build.ts'
import { tronAddressOf, tronHexOf } from '../../src/lib/tron-address.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import { tronNodeAt } from '../../src/platform/tron/node.ts'
import { createProving } from '../../src/platform/tron/proofs.ts'
import type { TronSimulator } from '../../tests/support/tron-simulator/simulated-node.ts'
import {
  impostors,
  payment,
  payments,
  someAddress,
  type Payment,
  type SimulatedTransaction,
} from '../../tests/support/tron-simulator/transactions.ts'
import type { Random } from '../simulation/random.ts'
import type { openHouse } from './house.ts'

const network = 'tron-sample'

/** `to` as the simulator has it; `height`: nothing in that block or below pays it. */
export type Line = {
  withdrawal: string
  owner: string
  to: string
  quantity: bigint
  amount: bigint
  height: number
}

type Given = {
  house: ReturnType<typeof openHouse>
  simulator: TronSimulator
  descriptor: string
  /** The firm's own address, as the simulator has it. */
  own: string
}

/** An approver, and two who make and release lists. */
export async function openPayouts({ house, simulator, descriptor, own }: Given) {
  const { pool, run, open } = house
  const [approver, maker, releaser] = [
    await open('admin'),
    await open('admin'),
    await open('admin'),
  ]
  const node = tronNodeAt(simulator.url, network, 2_000)
  const proving = createProving({ node, second: null, known: null })
  const rates = ratesOf(null, 'USDT')
  const tron = { network, descriptor, node, second: null, rates, proving } as const

  async function approved(owner: string, amount: bigint, to: string): Promise<string> {
    const walletAddress = tronAddressOf(tronHexOf(to), network)
    const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress } as const
    const text = await run('RequestWithdrawal', { owner, amount, target }, owner)
    const { data } = JSON.parse(text) as { data: { withdrawal: { _id: string } } }
    const withdrawal = data.withdrawal._id
    await run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, approver)
    return withdrawal
  }

  /** Of what each of these people has, in one or two requests of the same amount to the same address. */
  async function listed(random: Random, people: readonly { id: string }[]): Promise<Line[]> {
    const asked: Omit<Line, 'quantity' | 'height'>[] = []
    for (const { id: owner } of people) {
      const { rows } = await pool.query<{ cash: bigint }>(
        `select coalesce(sum(credits - debits), 0)::bigint as cash from ledger.accounts where owner = $1 and kind = 'cash'`,
        [owner],
      )
      const [{ cash }, count] = [rows[0]!, 1 + random.below(2)]
      const amount = cash / BigInt(count + 1)
      if (amount === 0n) continue
      const to = someAddress(random)
      for (let n = 0; n < count; n += 1)
        asked.push({ owner, to, amount, withdrawal: await approved(owner, amount, to) })
    }
    if (asked.length === 0) return []
    const command = await prepareList(
      { pool, tron },
      asked.map(({ withdrawal }) => withdrawal),
    )
    const text = await run('BuildPayoutList', command, maker)
    const { id: list } = (JSON.parse(text) as { data: { id: string } }).data
    const lines = asked.map((one) => ({
      ...one,
      quantity: command.payments.find(({ withdrawal }) => withdrawal === one.withdrawal)!.quantity,
      height: command.height,
    }))
    const given = command.payments.map((one) => ({
      ...one,
      owner: lines.find(({ withdrawal }) => withdrawal === one.withdrawal)!.owner,
    }))
    await run('ReleasePayoutList', { list, payments: given }, releaser)
    return lines
  }

  return {
    listed,
    /** What the signer sends for one line. */
    signed: (random: Random, line: Line) => signedFor(random, own, line),
    /** Of these lines, what is wrong in the books; none where all is right. */
    faultsOf: (lines: readonly Line[], moved: readonly Moved[]) =>
      faultsOf(house, own, lines, moved),
  }
}

type Moved = ReturnType<TronSimulator['moved']>[number]

/** Each way once and again; most of all rightly. */
const ways: ((one: Payment, random: Random) => SimulatedTransaction[])[] = [
  (one) => [payment(one)],
  (one) => [payment(one)],
  (one) => [payment(one)],
  (one) => [payment(one), payment(one)],
  (one) => [payment({ ...one, amount: one.amount - 1n })],
  (one) => [payment({ ...one, amount: one.amount - 1n }), payment(one)],
  (one) => [payment({ ...one, amount: one.amount + 1n })],
  (one, random) => [payment({ ...one, to: someAddress(random) })],
  // Somebody else pays it: the firm doesn't owe it any less.
  (one, random) => [payment({ ...one, from: someAddress(random) })],
  (one) => [payments(one, one)],
  (one, random) => {
    const all = Object.values(impostors)
    return [all[random.below(all.length)]!(one)]
  },
  () => [],
]

const signedFor = (random: Random, own: string, { to, quantity }: Line): SimulatedTransaction[] =>
  ways[random.below(ways.length)]!({ from: own, to, amount: quantity }, random)

type Booked = { withdrawal: string; status: string; reference: string | null }

const keyOf = ({ to, quantity }: Line) => `${to} ${quantity}`

async function faultsOf(
  { pool }: Given['house'],
  own: string,
  lines: readonly Line[],
  moved: readonly Moved[],
): Promise<string[]> {
  const { rows } = await pool.query<Booked>(
    `select withdrawal.id as withdrawal, withdrawal.status, payment.reference from withdrawals withdrawal
      left join payout_list_payments payment on payment.withdrawal_id = withdrawal.id where withdrawal.id = any ($1)`,
    [lines.map(({ withdrawal }) => withdrawal)],
  )
  const booked = new Map(rows.map((row) => [row.withdrawal, row]))
  const faults: string[] = []
  const references = rows.flatMap(({ reference }) => reference ?? [])
  if (new Set(references).size < references.length) faults.push('one transfer paid two lines')
  for (const [key, alike] of Map.groupBy(lines, keyOf)) {
    const [{ to, quantity, height }] = alike as [Line, ...Line[]]
    const paying = moved.filter(
      (one) => one.from === own && one.to === to && one.amount === quantity && one.height > height,
    )
    const names = new Set(paying.map(({ txid, logIndex }) => `${txid}:${logIndex}`))
    const paid = alike
      .map(({ withdrawal }) => booked.get(withdrawal)!)
      .filter(({ status }) => status === 'paid')
    const due = Math.min(alike.length, paying.length)
    if (paid.length !== due)
      faults.push(`${paid.length} of ${alike.length} lines are paid, and ${due} should be: ${key}`)
    for (const { withdrawal, reference } of paid)
      if (reference === null || !names.has(reference))
        faults.push(`${withdrawal} is paid by ${reference}, which no block has so`)
  }
  return faults
}
