import { describe, expect, test } from 'vitest'
import { journaled } from '../../../tests/support/journaled.ts'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { regtestWallet } from '../../../tests/support/wallets.ts'
import { Replay } from '../../desk/replay.ts'
import { firm } from '../../ledger/core/chart.ts'
import { unitsFor } from '../../lib/exchange-rate.ts'
import { placeAt } from '../../lib/output-descriptor.ts'
import { idOf, outpointOf, scriptOfAddress } from '../../lib/payout-batch.ts'
import { idFromName } from '../../platform/ids.ts'
import { commands, facts, type CommandOf } from '../nouns.ts'
import { walletAddresses } from '../wallets/table.ts'
import { withdrawals } from '../withdrawals/table.ts'
import { payoutBatches } from '../payouts/batches/table.ts'
import { listPayments, payoutLists, type PayoutList } from '../payouts/lists/table.ts'

const { wallet } = regtestWallet()
const { network, descriptor } = wallet
const elsewhere = regtestWallet(9).wallet
const rate = 64_000_000_000n
const [anna, ben] = [idFromName('person anna'), idFromName('person ben')]
type Build = CommandOf<'BuildPayoutBatch'>

const exported = (withdrawal: string, owner: string, amount: bigint) => ({
  format: 'csv' as const,
  payments: [{ withdrawal, amount, owner }],
  firm: 'Glasshouse',
  debtor: null,
  writtenAt: '2026-01-01T00:00:00.000Z',
  digest: 'd'.repeat(64),
})

/** No command leaves this: an address is of one network. */
function onList(withdrawal: string, status: PayoutList['status']) {
  const [id, amount] = [idFromName('list'), 64_000n]
  return [
    payoutLists.row({
      id,
      owner: firm,
      wallet: idFromName('account'),
      from: '41',
      height: 1,
      quantity: amount,
      amount,
      status,
      builtAt: 0,
      builtBy: ben,
      releasedAt: null,
      releasedBy: null,
      recalledHeight: null,
      endedAt: null,
    }),
    listPayments.row({
      list: id,
      withdrawal,
      line: 0,
      quantity: amount,
      amount,
      reference: null,
      paidAt: null,
    }),
  ]
}

/** A wallet that is used, somebody with money, and two administrators. */
function payingHouse() {
  const house = createMemoryHouse({ capital: 100_000n })
  for (const name of ['anna', 'ben']) house.person(name, { role: 'admin' })
  const ada = house.person('ada', { cash: 1_000_000n })
  const { address } = placeAt(wallet, 'people', 0)
  for (const one of [anna, ben]) house.run('CompareWallet', { network, descriptor, address }, one)
  const { world } = house.desk
  const walletId = world.rows(walletAddresses)[0]!.wallet
  let places = 0
  function approved(amount: bigint, walletAddress?: string): string {
    const to = walletAddress ?? placeAt(elsewhere, 'people', (places += 1)).address
    const { id: withdrawal } = house.run(
      'RequestWithdrawal',
      {
        owner: ada,
        amount,
        target: { type: 'bank_transfer', walletName: 'Mine', walletAddress: to },
      },
      ada,
    )
    house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, anna)
    return withdrawal
  }
  /** Of coins that are made up. */
  function command(ids: readonly string[], given: Partial<Build> & { coin?: string } = {}): Build {
    const { coin = 'a', ...more } = given
    const requests = ids.map((id) => world.get(withdrawals, id)!)
    const payments = requests.map(({ id, amount }) => ({
      withdrawal: id,
      amount,
      quantity: unitsFor(amount, rate),
    }))
    const quantity = payments.reduce((sum, one) => sum + one.quantity, 0n)
    const fee = more.fee ?? 500n
    const coins = [{ txid: coin.repeat(64), output: 0, amount: quantity + 10_000n + fee }]
    const index = more.change?.index ?? 0
    const scripts = requests.map((one) => scriptOfAddress(one.walletAddress!, network)!)
    const change = { script: placeAt(wallet, 'change', index).script, amount: 10_000n }
    const outputs = scripts.map((script, n) => ({ script, amount: payments[n]!.quantity }))
    return {
      wallet: walletId,
      changeWallet: walletId,
      replaces: null,
      txid: idOf(coins, [...outputs, change]),
      digest: 'd'.repeat(64),
      coins,
      anchor: outpointOf(coins[0]!),
      payments,
      change: { index, amount: 10_000n },
      feeRate: 2n,
      fee,
      rate,
      sources: 'one, two',
      owners: [ada],
      scripts: [],
      ...more,
    }
  }
  const build = (ids: readonly string[], given: Parameters<typeof command>[1] = {}, as = anna) =>
    house.run('BuildPayoutBatch', command(ids, given), as)
  const sign = (batch: string) =>
    house.run(
      'SignPayoutBatch',
      { batch, before: null, digest: 'e'.repeat(64), isWhole: true },
      anna,
    )
  const send = (batch: string, as = anna, secondApprovalAbove: bigint | null = null) => {
    const { txid } = world.get(payoutBatches, batch)!
    const payments = [...world.rows(withdrawals)]
      .filter(({ id }) => paidBy(batch).includes(id))
      .map(({ id: withdrawal, amount, owner }) => ({
        withdrawal,
        amount,
        owner,
        quantity: unitsFor(amount, rate),
      }))
    return house.run('SendPayoutBatch', { batch, txid, payments, secondApprovalAbove }, as)
  }
  const built = new Map<string, readonly string[]>()
  const paidBy = (batch: string) => built.get(batch) ?? []
  const pay = (batch: string, withdrawal: string, output = 0) =>
    house.run(
      'BookBatchPayment',
      {
        batch,
        withdrawal,
        reference: `${world.get(payoutBatches, batch)!.txid}:${output}`,
        height: 9,
        block: 'b'.repeat(64),
      },
      null,
    )
  return { ...house, ada, world, approved, command, build, sign, send, pay, built }
}

describe('a batch of payouts', () => {
  test('pays nobody nothing: a cent may be worth less than a satoshi', () => {
    const { run, approved, command, world } = payingHouse()
    const withdrawal = approved(1n)
    const [coin] = command([withdrawal]).coins
    const coins = [{ ...coin!, amount: 10_500n }]
    const script = scriptOfAddress(world.get(withdrawals, withdrawal)!.walletAddress!, network)!
    const change = { script: placeAt(wallet, 'change', 0).script, amount: 10_000n }
    const { outcome } = run(
      'BuildPayoutBatch',
      {
        ...command([withdrawal]),
        coins,
        rate: 2_000_000_000_000n,
        payments: [{ withdrawal, amount: 1n, quantity: 0n }],
        txid: idOf(coins, [{ script, amount: 0n }, change]),
      },
      anna,
    )
    expect(outcome).toBe('batch_wrong')
  })

  test('books what it pays, and then its fee, exactly once', () => {
    const { run, world, approved, build, sign, send, pay, ada, built } = payingHouse()
    const [first, second] = [approved(64_000n), approved(32_000n)]
    const { id, outcome } = build([first, second])
    expect(outcome).toBe('done')
    built.set(id, [first, second])
    expect(sign(id).outcome).toBe('done')
    expect(send(id).outcome).toBe('done')
    expect(run('SettlePayoutBatch', { batch: id }, null).outcome).toBe('batch_ended')
    expect(pay(id, first).outcome).toBe('done')
    expect(pay(id, first).outcome).toBe('nothing_to_change')
    expect(pay(id, second, 0).outcome).toBe('not_as_shown')
    expect(pay(id, second, 1).outcome).toBe('done')
    expect(run('SettlePayoutBatch', { batch: id }, null).outcome).toBe('done')
    expect(run('SettlePayoutBatch', { batch: id }, null).outcome).toBe('batch_ended')
    expect(world.balance(ada, 'held')).toBe(0n)
    // 1,500,000 satoshi to people, 500 to the network; these cost 32 cents.
    expect(world.balance(firm, 'client-wallet-btc')).toBe(1_500_500n)
    expect(world.balance(firm, 'exchange-btc')).toBe(-1_500_000n)
    expect(world.balance(firm, 'exchange-usd')).toBe(96_032n)
    expect(world.balance(firm, 'capital')).toBe(100_000n - 32n)
  })

  test('is rebuilt with the same anchor only, and dearer once it was sent', () => {
    const { approved, build, sign, send, built, world } = payingHouse()
    const withdrawal = approved(64_000n)
    const first = build([withdrawal]).id
    built.set(first, [withdrawal])
    const anew = { replaces: first, change: { index: 1, amount: 10_000n } }
    expect(build([withdrawal], { coin: 'c' }).outcome).toBe('in_a_batch')
    expect(build([withdrawal], { ...anew, coin: 'c' }).outcome).toBe('batches_apart')
    sign(first)
    send(first)
    expect(build([withdrawal], anew).outcome).toBe('fee_too_low')
    const dearer = { ...anew, feeRate: 3n, fee: 700n }
    expect(build([withdrawal], dearer).outcome).toBe('done')
    expect(world.get(payoutBatches, first)!.status).toBe('sent')
  })

  test.each(['the first', 'the newest'] as const)(
    'J23: rebuilt of %s pays more than all that were sent, whatever was built and cancelled between',
    (which) => {
      const { run, approved, build, sign, send, built } = payingHouse()
      const withdrawal = approved(64_000n)
      const sent: string[] = []
      const rebuilt = (of: string, feeRate: bigint, fee: bigint, index: number) => {
        const change = { index, amount: 10_000n }
        return build([withdrawal], { replaces: of, feeRate, fee, change })
      }
      const sendIt = (batch: string) => {
        built.set(batch, [withdrawal])
        sign(batch)
        expect(send(batch).outcome).toBe('done')
        sent.push(batch)
      }
      sendIt(build([withdrawal]).id)
      sendIt(rebuilt(sent[0]!, 20n, 5_000n, 1).id)
      const of = which === 'the first' ? sent[0]! : sent[1]!
      expect(rebuilt(of, 3n, 700n, 2).outcome).toBe('fee_too_low')
      expect(rebuilt(of, 20n, 5_001n, 2).outcome).toBe('fee_too_low')
      expect(rebuilt(of, 21n, 5_000n, 2).outcome).toBe('fee_too_low')
      const third = rebuilt(of, 30n, 7_000n, 2)
      expect(third.outcome).toBe('done')
      // It was never sent: what replaces it is held against those that were.
      expect(rebuilt(third.id, 3n, 700n, 3).outcome).toBe('fee_too_low')
      expect(run('CancelPayoutBatch', { batch: third.id, spent: null }, ben).outcome).toBe('done')
      expect(rebuilt(of, 3n, 700n, 2).outcome).toBe('fee_too_low')
      expect(rebuilt(of, 21n, 5_001n, 2).outcome).toBe('done')
    },
  )

  test('that was rebuilt is the one that a request is told of, not the one that it replaced', () => {
    const { run, approved, build, sign, world } = payingHouse()
    const withdrawal = approved(64_000n)
    const first = build([withdrawal]).id
    sign(first)
    const anew = { replaces: first, change: { index: 1, amount: 10_000n }, fee: 700n }
    expect(build([withdrawal], anew).outcome).toBe('done')
    expect(world.get(payoutBatches, first)!.status).toBe('cancelled')
    const { outcome, text } = run('ReturnWithdrawal', { withdrawal, reason: 'wrong' }, anna)
    expect(outcome).toBe('in_a_batch')
    expect(JSON.parse(text).detail).toMatch(/^A batch of payouts may still pay this request/)
  })

  test('that was cancelled holds its requests to its anchor, until something else spends it', () => {
    const { run, approved, build, sign, pay, world } = payingHouse()
    const withdrawal = approved(64_000n)
    const first = build([withdrawal]).id
    sign(first)
    expect(run('CancelPayoutBatch', { batch: first, spent: null }, ben).outcome).toBe('done')
    const giveBack = () => run('ReturnWithdrawal', { withdrawal, reason: 'wrong' }, anna).outcome
    expect(giveBack()).toBe('in_a_batch')
    expect(build([withdrawal], { coin: 'c' }).outcome).toBe('batches_apart')
    const spent = { by: 'f'.repeat(64), height: 9, block: 'b'.repeat(64) }
    expect(run('CancelPayoutBatch', { batch: first, spent }, anna).outcome).toBe('forbidden')
    expect(run('CancelPayoutBatch', { batch: first, spent }, null).outcome).toBe('done')
    expect(pay(first, withdrawal).outcome).toBe('batch_ended')
    expect(world.get(payoutBatches, first)!.spentBy).toBe(spent.by)
    expect(giveBack()).toBe('done')
  })

  test('is sent by somebody else above the limit, and by none of those whom it pays', () => {
    const { run, approved, build, sign, send, built } = payingHouse()
    const withdrawal = approved(64_000n)
    const { id } = build([withdrawal])
    built.set(id, [withdrawal])
    expect(send(id).outcome).toBe('batch_not_signed')
    sign(id)
    expect(send(id, anna, 10_000n).outcome).toBe('same_approver')
    run('FreezeUser', { user: idFromName('person ada'), reason: 'a test' }, anna)
    expect(send(id, ben, 10_000n).outcome).toBe('account_frozen')
    run('UnfreezeUser', { user: idFromName('person ada'), reason: 'a test' }, anna)
    expect(send(id, ben, 10_000n).outcome).toBe('done')
    expect(run('CancelPayoutBatch', { batch: id, spent: null }, ben).outcome).toBe('batch_ended')
  })

  test('takes no coin of another one, whatever it calls its anchor', () => {
    const { approved, build, world } = payingHouse()
    const first = build([approved(64_000n)])
    expect(first.outcome).toBe('done')
    const change = { index: 1, amount: 10_000n }
    expect(build([approved(64_000n)], { change }).outcome).toBe('batch_changed')
    expect(build([approved(64_000n)], { change, coin: 'c' }).outcome).toBe('done')
    expect(world.get(payoutBatches, first.id)!.status).toBe('built')
  })

  test('leaves to a file for the bank what that has claimed, and the other way round', () => {
    const { approved, build, command, run, world } = payingHouse()
    const [first, second] = [approved(64_000n), approved(32_000n)]
    const toBank = (withdrawal: string, owner: string) =>
      run(
        'BuildBankExport',
        exported(withdrawal, owner, world.get(withdrawals, withdrawal)!.amount),
        anna,
      ).outcome
    const [owner] = command([first]).owners
    expect(toBank(first, owner!)).toBe('done')
    expect(build([second, first]).outcome).toBe('exported')
    expect(build([second]).outcome).toBe('done')
    expect(toBank(second, owner!)).toBe('in_a_batch')
  })

  test.each([
    ['built', 'in_a_batch'],
    ['released', 'in_a_batch'],
    ['recalled', 'in_a_batch'],
    ['cancelled', 'done'],
    ['void', 'done'],
  ] as const)('takes nothing that is on a list that is %s: %s', (status, outcome) => {
    const { approved, build, world } = payingHouse()
    const withdrawal = approved(64_000n)
    world.apply({ postings: [], activity: [], put: onList(withdrawal, status) }, 0)
    expect(build([withdrawal]).outcome).toBe(outcome)
  })

  test('pays nobody at one of the firm’s own addresses', () => {
    const { approved, command, run, ada } = payingHouse()
    // One that is drawn already isn't taken as a destination; this one is drawn after the request.
    const own = approved(64_000n, placeAt(wallet, 'people', 1).address)
    expect(run('DrawAddress', { network, descriptor, owner: ada }, ada).outcome).toBe('done')
    expect(run('BuildPayoutBatch', command([own]), anna).outcome).toBe('not_a_coin_address')
  })

  test('is explained by the journal also when whom it pays has left, and their address is gone', () => {
    const { approved, build, desk } = payingHouse()
    const request = approved(64_000n)
    expect(build([request]).outcome).toBe('done')
    const replay = new Replay(commands, facts)
    for (const kept of desk.journal)
      replay.again(
        { ...journaled(kept), ...(kept.id === request ? { texts: null } : {}) },
        kept.wall,
      )
    expect(replay.world.rows(payoutBatches)).toMatchObject([{ status: 'built' }])
  })
})
