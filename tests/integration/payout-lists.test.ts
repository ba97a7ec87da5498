/** D5, D6: a payout of USDT is booked when the chain has exactly it, once, and by nobody's word. TRON is a simulator: there is no real node. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import {
  buildPayoutList,
  cancelPayoutList,
  getPayoutList,
  getPayoutListFile,
  getPayoutLists,
  releasePayoutList,
} from '../../src/contract/payout-list.ts'
import {
  getCoinEntries,
  recordCoinExchange,
  recordNetworkFees,
} from '../../src/contract/coin-exchange.ts'
import { agreeToProposal } from '../../src/contract/proposal.ts'
import { compareDue } from '../../src/domains/comparisons/due.ts'
import { createTronWatch } from '../../src/domains/coin-deposits/watch.ts'
import { readUsdtPosition, whyUsdtDiffers } from '../../src/domains/coin-exchanges/usdt.ts'
import { usdtTerms } from '../../src/domains/content/usdt-terms.ts'
import { payoutsAmong } from '../../src/domains/payout-blocks/payouts.ts'
import { followLists } from '../../src/domains/payout-lists/due.ts'
import { ofAllNouns } from '../../src/http/routes.ts'
import { routes as coinExchangeRoutes } from '../../src/domains/coin-exchanges/routes.ts'
import { routes as proposalRoutes } from '../../src/domains/proposals/routes.ts'
import { routes as payoutListRoutes } from '../../src/domains/payout-lists/routes.ts'
import { firm as firmsId } from '../../src/ledger/core/chart.ts'
import { csvRows } from '../../src/lib/csv-read.ts'
import { tronAddressOf, tronHexOf } from '../../src/lib/tron-address.ts'
import { lifeOfSigned } from '../../src/lib/tron-payouts.ts'
import { NodeFault } from '../../src/platform/bitcoin/node.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { listOf as listOfPeople, loadText } from '../support/listed.ts'
import { callAs, payingParts, withdrawing, type Input } from '../support/payouts.ts'
import { testMacKeys } from '../support/stamp.ts'
import { runAudit } from '../support/run-audit.ts'
import { payment, payments, someAddress, withMemo } from '../support/tron-simulator/transactions.ts'
import { confirmTronAccount, onChain, startTron } from '../support/tron-wallets.ts'

const usdt = usdtTerms.parse({ minimum: '1', explorer: 'https://explorer.example/tx/{txid}' })
const firm = { name: 'A Sample Firm', sample: true, wallets: [], usdt }
const random = new Random(11)
/** Of nobody that the firm knows, as people of the demonstration's network write it. */
const strangers = () => tronAddressOf(tronHexOf(someAddress(random)), 'tron-sample')

async function payingHouse({ secondApprovalAbove = null as bigint | null } = {}) {
  const database = await createTestDatabase()
  const house = createHouse(database)
  const { simulator, tron, bury } = await startTron()
  const wallet = await confirmTronAccount(house)
  const [anna, ben] = [await house.person({ role: 'admin' }), await house.person({ role: 'admin' })]
  const alarms: unknown[] = []
  const { parts: common, looks: seen } = payingParts({ ...house, alarms }, secondApprovalAbove)
  const parts = { ...common, firm, tron } as never
  const watch = createTronWatch(parts)
  const routes = [payoutListRoutes, coinExchangeRoutes, proposalRoutes].flatMap((of) =>
    of(parts, ofAllNouns),
  )
  /** What comes of it, whatever it is. */
  async function call<E extends Endpoint>(endpoint: E, as: string, input: Input<E> = {}) {
    const reply: any = await callAs(routes, endpoint, as, input)
    return 'outcome' in reply
      ? { outcome: reply.outcome, ...JSON.parse(reply.text) }
      : (reply.body?.data ?? reply.data ?? reply)
  }
  const { approved } = withdrawing(house, await house.person({ role: 'admin' }))
  const build = (withdrawals: string[], as = anna) =>
    call(buildPayoutList, as, { body: { withdrawals } })
  async function listOf(...withdrawals: string[]): Promise<string> {
    return (await build(withdrawals)).data.id
  }
  const listNow = (id: string) => call(getPayoutList, anna, { params: { id } })
  async function release(id: string, as = ben) {
    const { list } = await listNow(id)
    const { amount, payments: count } = list
    return call(releasePayoutList, as, { params: { id }, body: { amount, payments: count } })
  }
  const cancel = (id: string, as = anna) => call(cancelPayoutList, as, { params: { id } })
  const file = (id: string) => call(getPayoutListFile, anna, { params: { id } })
  /** Reads the chain to its end and books what follows from it. */
  async function look() {
    while (await watch.look()) continue
    return followLists(parts)
  }
  async function lookDeep() {
    bury()
    return look()
  }
  const statusOf = async (id: string) =>
    (await database.pool.query('select status from withdrawals where id = $1', [id])).rows[0].status
  /** What the firm's own address sends. */
  const ofFirm = (address: string, dollars: number) => ({
    from: onChain(wallet.own),
    to: onChain(address),
    amount: BigInt(Math.round(dollars * 1e6)),
  })
  /** Somebody with dollars of coins that came in, and were moved to the firm's own address. */
  async function investor(dollars = 1_000): Promise<string> {
    const id = await house.person()
    const theirs = await wallet.draw(id)
    const amount = BigInt(dollars) * 1_000_000n
    simulator.produce(payment({ from: someAddress(random), to: onChain(theirs), amount }))
    simulator.produce(payment({ from: onChain(theirs), to: onChain(wallet.own), amount }))
    await lookDeep()
    return id
  }
  await look()
  const differs = async () => whyUsdtDiffers(await readUsdtPosition(database.pool as never, usdt))
  return {
    ...{ database, house, simulator, tron, wallet, anna, ben, alarms, seen },
    ...{ call, approved, build, listOf, listNow, release, cancel, file, look, lookDeep, statusOf },
    ...{ ofFirm, investor, differs },
  }
}

const paying = await payingHouse()
const { house, simulator, anna, approved, build, listOf, listNow, release } = paying
const { file, look, lookDeep, statusOf, ofFirm, investor, differs, call, database } = paying

describe('a list of payouts in USDT', () => {
  test('is neither made, released, downloaded nor booked where the node doesn’t prove itself', async () => {
    const own = await payingHouse()
    const ada = await own.investor()
    const [first, second] = [
      await own.approved(ada, 10_000n, strangers()),
      await own.approved(ada, 20_000n, strangers()),
    ]
    const [waiting, released] = [await own.listOf(first), await own.listOf(second)]
    await own.release(released)
    const proved = own.tron.proving
    const why = 'The TRON node doesn’t prove itself.'
    Object.assign(own.tron, { proving: { ...proved, why: async () => why } })
    const third = await own.approved(ada, 3_000n, strangers())
    const refused = { refusal: { code: 'list_not_built', message: expect.stringContaining(why) } }
    await expect(own.build([third])).rejects.toMatchObject(refused)
    await expect(own.release(waiting)).rejects.toMatchObject(refused)
    await expect(own.file(released)).rejects.toMatchObject(refused)
    expect(await own.look()).toEqual({ paid: 0, freed: 0, says: [why] })
    Object.assign(own.tron, { proving: proved })
    expect(await own.release(waiting)).toMatchObject({ outcome: 'done' })
    expect((await own.file(released)).csv).toContain(second)
  })

  test('is made, released, signed elsewhere, and booked when the chain has each line deep enough', async () => {
    const ada = await investor()
    const [home, other] = [strangers(), strangers()]
    const first = await approved(ada, 12_345n, home)
    const second = await approved(ada, 20_000n, other)
    expect(await call(getPayoutLists, anna)).toMatchObject({
      from: { address: paying.wallet.own, coins: '1000' },
      waiting: [{ withdrawalId: first }, { withdrawalId: second }],
    })
    const id = await listOf(first, second)
    await expect(file(id)).rejects.toMatchObject({ refusal: { code: 'batch_ended' } })
    const before = paying.seen()
    expect(await release(id)).toMatchObject({ outcome: 'done' })
    expect(paying.seen()).toBe(before + 2)
    expect(csvRows((await file(id)).csv)!.map((line) => line.slice(0, 3))).toEqual([
      ['id', 'to_address', 'amount_usdt'],
      [first, home, '123.450000'],
      [second, other, '200.000000'],
    ])
    const sent = payment(ofFirm(home, 123.45))
    simulator.produce(sent)
    simulator.produceEmpty(19 + 19)
    expect(await look()).toMatchObject({ paid: 0, says: [] })
    expect(await statusOf(first)).toBe('approved')
    simulator.produce()
    expect(await look()).toMatchObject({ paid: 1 })
    expect([await statusOf(first), await statusOf(second)]).toEqual(['paid', 'approved'])
    expect(csvRows((await file(id)).csv)).toHaveLength(2)
    expect(await listNow(id)).toMatchObject({
      list: { status: 'released', paid: 1 },
      payments: [
        {
          reference: `${sent.txid}:0`,
          explorer: `https://explorer.example/tx/${sent.txid}`,
          address: home,
        },
        { reference: null, paidAt: null },
      ],
    })
    simulator.produce(payment(ofFirm(other, 200)))
    expect(await lookDeep()).toMatchObject({ paid: 1, says: [] })
    expect(await listNow(id)).toMatchObject({ list: { status: 'paid' } })
    const books = await house.balances(firmsId)
    expect([books['client-wallet-usdt'], books['exchange-usdt']]).toEqual([
      -676_550_000n,
      676_550_000n,
    ])
    expect(await differs()).toBeNull()
    expect(await lookDeep()).toMatchObject({ paid: 0, says: [] })
  })

  test('is paid by nothing that isn’t one of its lines to the millionth, from the firm’s address, after it was made', async () => {
    const ada = await investor()
    const home = strangers()
    const withdrawal = await approved(ada, 5_000n, home)
    const early = payment(ofFirm(home, 50))
    simulator.produce(early)
    simulator.produceEmpty(25)
    const id = await listOf(withdrawal)
    await release(id)
    simulator.produce(
      payment(ofFirm(home, 49.999999)),
      payment(ofFirm(strangers(), 50)),
      payment({ ...ofFirm(home, 50), from: someAddress(random) }),
    )
    expect(await lookDeep()).toMatchObject({ paid: 0 })
    expect(await statusOf(withdrawal)).toBe('approved')
    // All of it left by no list: nothing more is listed or released until it is explained.
    expect(await differs()).toContain(`left the wallet by ${early.txid}`)
    await expect(build([withdrawal])).rejects.toMatchObject({ refusal: { code: 'coins_differ' } })
    await expect(release(id)).rejects.toMatchObject({ refusal: { code: 'coins_differ' } })
    // What the firm owes its investors is still paid by the right one.
    simulator.produce(payment(ofFirm(home, 50)))
    expect(await lookDeep()).toMatchObject({ paid: 1 })
  })
})

describe('who may what', () => {
  test('one’s own request, a frozen person’s and one of another network are on no list', async () => {
    const own = await payingHouse()
    const { approved: approve, build: make } = own
    const ada = await own.investor()
    const [mine, bitcoin] = [strangers(), 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn']
    await own.house.run(
      'CreditPlayMoney',
      { owner: own.ben, amount: 9_000n, asset: 'BTC' },
      own.ben,
    )
    const bens = await approve(own.ben, 5_000n, mine)
    expect(await make([bens], own.ben)).toMatchObject({ outcome: 'not_on_yourself' })
    const elsewhere = await approve(ada, 5_000n, bitcoin)
    expect(await make([elsewhere])).toMatchObject({ outcome: 'not_a_coin_address' })
    // Drawn only after it was asked for.
    const { rows } = await own.database.owner.query(`select next_index from wallets`)
    const { network, descriptor } = own.tron
    const drawnLater = placeIn({ network, descriptor }, 'people', rows[0].next_index).address
    const theFirms = await approve(ada, 5_000n, drawnLater)
    expect(await own.wallet.draw(await own.house.person())).toBe(drawnLater)
    expect(await make([theFirms])).toMatchObject({ outcome: 'not_a_coin_address' })
    const nobodys = await approve(ada, 5_000n, tronAddressOf('00'.repeat(20), 'tron-sample'))
    expect(await make([nobodys])).toMatchObject({ outcome: 'not_a_coin_address' })
    const good = await approve(ada, 5_000n, mine)
    const id = await own.listOf(good)
    expect(await make([good])).toMatchObject({ outcome: 'in_a_batch' })
    await own.house.run('FreezeUser', { user: ada, reason: 'a question' }, own.anna)
    expect(await own.release(id)).toMatchObject({ outcome: 'account_frozen' })
    await own.cancel(id)
    expect(await make([good])).toMatchObject({ outcome: 'account_frozen' })
  })

  test('J6: an account frozen after the approval is neither offered for a list nor in what a released one hands out', async () => {
    const own = await payingHouse()
    const [ada, bob] = [await own.investor(), await own.investor()]
    const freeze = (user: string, kind: 'FreezeUser' | 'UnfreezeUser' = 'FreezeUser') =>
      own.house.run(kind, { user, reason: 'a question' }, own.anna)
    const theirs = await own.approved(ada, 5_000n, strangers())
    const his = await own.approved(bob, 6_000n, strangers())
    const waiting = await own.approved(ada, 7_000n, strangers())
    const offered = async () => {
      const { waiting: all } = await own.call(getPayoutLists, own.anna)
      return all.map(({ withdrawalId }: { withdrawalId: string }) => withdrawalId)
    }
    const id = await own.listOf(theirs, his)
    expect(await own.release(id)).toMatchObject({ outcome: 'done' })
    const handedOut = async () => csvRows((await own.file(id)).csv)!.length - 1
    expect([await offered(), await handedOut()]).toEqual([[waiting], 2])
    await freeze(ada)
    expect([await offered(), await handedOut()]).toEqual([[], 1])
    const { payments } = await own.listNow(id)
    expect(payments.map(({ stop }: { stop: string | null }) => stop)).toEqual([
      'account_frozen',
      null,
    ])
    await freeze(bob)
    await expect(own.file(id)).rejects.toMatchObject({ refusal: { code: 'account_frozen' } })
    await freeze(ada, 'UnfreezeUser')
    expect([await offered(), await handedOut()]).toEqual([[waiting], 1])
  })

  test('a released list hands out nothing of who isn’t compared with the lists as they are, or is held by a check', async () => {
    const own = await payingHouse()
    const [ada, bob] = [await own.investor(), await own.investor()]
    const theirs = await own.approved(ada, 5_000n, strangers())
    const his = await own.approved(bob, 6_000n, strangers())
    await own.approved(ada, 7_000n, strangers())
    const id = await own.listOf(theirs, his)
    expect(await own.release(id)).toMatchObject({ outcome: 'done' })
    const told = async () => {
      const [{ waiting }, { payments }] = [
        await own.call(getPayoutLists, own.anna),
        await own.listNow(id),
      ]
      const handedOut = csvRows((await own.file(id)).csv)!.length - 1
      const stops = payments.map(({ stop }: { stop: string | null }) => stop)
      return [waiting.length, handedOut, stops]
    }
    const screening = { freezes: 'payouts' as const }
    const compare = () =>
      compareDue({
        ...{ pool: own.database.pool as never, desk: own.house.desk, macKeys: testMacKeys },
        firm: { ...firm, screening } as never,
      })
    await loadText(own.database, listOfPeople([{ name: 'Radomir Madeupovich' }]))
    await compare()
    expect(await told()).toEqual([1, 2, [null, null]])
    const rename = (owner: string) =>
      own.house.run('ChangeName', { owner, fullName: 'Radomir Madeupovich' }, owner)
    await rename(ada)
    expect(await told()).toEqual([0, 1, ['law_check', null]])
    await compare()
    expect(await told()).toEqual([0, 1, ['law_check', null]])
    await rename(bob)
    const refused = { refusal: { code: 'law_check' } }
    await expect(own.file(id)).rejects.toMatchObject(refused)
    await compare()
    await expect(own.file(id)).rejects.toMatchObject(refused)
  })

  test('above the limit somebody else releases; and nothing but what was shown', async () => {
    const own = await payingHouse({ secondApprovalAbove: 10_000n })
    const ada = await own.investor()
    const [small, large] = [
      await own.approved(ada, 10_000n, strangers()),
      await own.approved(ada, 10_001n, strangers()),
    ]
    const [one, two] = [await own.listOf(small), await own.listOf(large)]
    expect(await own.release(one, own.anna)).toMatchObject({ outcome: 'done' })
    expect(await own.release(two, own.anna)).toMatchObject({ outcome: 'same_approver' })
    await expect(
      own.call(releasePayoutList, own.ben, {
        params: { id: two },
        body: { amount: 100.02, payments: 1 },
      }),
    ).rejects.toMatchObject({ refusal: { code: 'not_as_shown' } })
    expect(await own.release(two, own.ben)).toMatchObject({ outcome: 'done' })
  })

  test('a request on a list is neither paid by hand nor given back', async () => {
    const own = await payingHouse()
    const ada = await own.investor()
    const withdrawal = await own.approved(ada, 5_000n, strangers())
    const id = await own.listOf(withdrawal)
    const byHand = () =>
      own.house.run('PayWithdrawal', { withdrawal, reference: 'by hand' }, own.anna)
    const back = () => own.house.run('ReturnWithdrawal', { withdrawal, reason: 'no' }, own.anna)
    for (const step of [() => own.release(id), () => own.cancel(id), null]) {
      expect([(await byHand()).outcome, (await back()).outcome]).toEqual([
        'in_a_batch',
        'in_a_batch',
      ])
      await step?.()
    }
    expect((await own.listNow(id)).list).toMatchObject({
      status: 'recalled',
      freeIn: lifeOfSigned + 20,
    })
    await expect(own.file(id)).rejects.toMatchObject({ refusal: { code: 'batch_ended' } })
    const height = own.simulator.heights().solid + lifeOfSigned
    const early = await own.house.run('CancelPayoutList', { list: id, height: height - 1 }, null)
    expect(early.outcome).toBe('batch_ended')
    const free = await own.house.run('CancelPayoutList', { list: id, height }, null)
    expect([free.outcome, (await byHand()).outcome]).toEqual(['done', 'done'])
  })
})

test('without a rate, or a node that can be read, no list is made; and one that isn’t there is not found', async () => {
  const own = await payingHouse()
  const ada = await own.house.person({ cash: 9_000n })
  const withdrawal = await own.approved(ada, 5_000n, strangers())
  own.simulator.setLie(() => '<html>502</html>')
  await expect(own.build([withdrawal])).rejects.toMatchObject({
    refusal: { code: 'list_not_built' },
  })
  own.simulator.setLie(null)
  await expect(own.listNow(randomUUID())).rejects.toMatchObject({
    refusal: { code: 'unknown_list' },
  })
  const none = { list: randomUUID(), height: 1 }
  expect((await own.house.run('CancelPayoutList', none, own.anna)).outcome).toBe('unknown_list')
})

describe('a list that was cancelled after its release', () => {
  test('is paid all the same by what was signed for it, for as long as that counts', async () => {
    const own = await payingHouse()
    const ada = await own.investor()
    const home = strangers()
    const withdrawal = await own.approved(ada, 5_000n, home)
    const id = await own.listOf(withdrawal)
    await own.release(id)
    await own.cancel(id)
    own.simulator.produce(payment(own.ofFirm(home, 50)))
    expect(await own.lookDeep()).toMatchObject({ paid: 1 })
    expect([await own.statusOf(withdrawal), (await own.listNow(id)).list.status]).toEqual([
      'paid',
      'paid',
    ])
  })

  test('frees its requests by itself after a day of blocks, and not before', async () => {
    const own = await payingHouse()
    const ada = await own.house.person({ cash: 9_000n })
    const withdrawal = await own.approved(ada, 5_000n, strangers())
    const id = await own.listOf(withdrawal)
    await own.release(id)
    await own.cancel(id)
    expect(await own.lookDeep()).toMatchObject({ freed: 0 })
    // A chain that is read from its end on has those blocks too.
    await own.database.owner.query('truncate chain.tron_reached')
    own.simulator.produceEmpty(lifeOfSigned)
    expect(await own.lookDeep()).toMatchObject({ freed: 1 })
    expect((await own.listNow(id)).list.status).toBe('void')
    expect((await own.build([withdrawal])).outcome).toBe('done')
  }, 120_000)
})

test('after a restore a list that was released before is released again, and no other', async () => {
  const own = await payingHouse()
  const ada = await own.investor()
  const home = strangers()
  const withdrawal = await own.approved(ada, 5_000n, home)
  const other = await own.approved(ada, 6_000n, strangers())
  const [id, unknown] = [await own.listOf(withdrawal), await own.listOf(other)]
  const lost = {
    id: randomUUID(),
    kind: 'withdrawal',
    person: ada,
    request: withdrawal,
    reference: `list ${id}:0`,
    amount: 5_000n,
    paidAt: Date.now(),
  } as const
  await own.house.run(
    'BlockPayouts',
    { cause: 'restored', noticedAt: Date.now(), seenAt: null, payouts: [lost] },
    null,
  )
  expect((await own.release(unknown)).outcome).toBe('payouts_blocked')
  expect((await own.release(id)).outcome).toBe('done')
  const { rows } = await own.database.owner.query(
    `select id, subject, kind, outcome, recorded_at as "recordedAt", input from desk.commands where kind = 'ReleasePayoutList' and outcome = 'done'`,
  )
  expect(await payoutsAmong(own.database.pool as never, rows)).toMatchObject([
    {
      by: rows[0]!.id,
      person: ada,
      request: withdrawal,
      reference: `list ${id}:0`,
      amount: 5_000n,
    },
  ])
  // It had been sent before the restore.
  own.simulator.produce(payment(own.ofFirm(home, 50)))
  expect(await own.lookDeep()).toMatchObject({ paid: 1, says: [] })
})

describe('rows that somebody wrote', () => {
  test('stop a list, and raise the alarm', async () => {
    const own = await payingHouse()
    const ada = await own.investor()
    const [home, thief] = [strangers(), strangers()]
    const withdrawal = await own.approved(ada, 5_000n, home)
    const id = await own.listOf(withdrawal)
    /** With all the rights of the owner, and the guards off. */
    async function write(text: string): Promise<void> {
      await own.database.owner.query(
        `begin; set local session_replication_role = replica; ${text}; commit`,
      )
    }
    const goesTo = (to: string) =>
      write(`update withdrawals set wallet_address = '${to}' where id = '${withdrawal}'`)
    await goesTo(thief)
    await expect(own.release(id)).resolves.toMatchObject({ outcome: 'not_as_recorded' })
    expect(own.alarms).not.toEqual([])
    await goesTo(home)
    await own.release(id)
    await goesTo(thief)
    await expect(own.file(id)).rejects.toMatchObject({ refusal: { code: 'not_as_recorded' } })
    own.simulator.produce(payment(own.ofFirm(thief, 50)))
    expect(await own.lookDeep()).toMatchObject({ paid: 0 })
    await goesTo(home)
    await write(
      `update payout_list_payments set quantity = 1 where withdrawal_id = '${withdrawal}'`,
    )
    own.simulator.produce(payment(own.ofFirm(home, 0.000001)))
    const found = await own.lookDeep()
    expect(found).toMatchObject({ paid: 0, says: [expect.stringContaining('not_as_recorded')] })
  })

  test('J3: as the application’s role free no request of a released list: it is neither listed again, nor paid by hand, nor given back', async () => {
    const own = await payingHouse()
    const withdrawal = await own.approved(await own.investor(), 5_000n, strangers())
    const id = await own.listOf(withdrawal)
    await own.release(id)
    for (const ended of [
      `status = 'recalled', recalled_height = height`,
      `status = 'void', ended_at = business_now()`,
    ])
      await own.database.pool.query(`update payout_lists set ${ended} where id = $1`, [id])
    const refused = { outcome: 'not_as_recorded' }
    expect(await own.build([withdrawal])).toMatchObject(refused)
    const { run } = own.house
    const byHand = { withdrawal, reference: 'once more' }
    expect(await run('PayWithdrawal', byHand, own.anna)).toMatchObject(refused)
    const back = { withdrawal, reason: 'a test' }
    expect(await run('ReturnWithdrawal', back, own.anna)).toMatchObject(refused)
    expect(await own.statusOf(withdrawal)).toBe('approved')
  })

  test('J3: as the application’s role hand out no list that isn’t as its commands left it: released, paid to somebody else, cancelled and put back', async () => {
    const own = await payingHouse()
    const ada = await own.investor()
    const [withdrawal, other] = [
      await own.approved(ada, 5_000n, strangers()),
      await own.approved(ada, 6_000n, strangers()),
    ]
    const id = await own.listOf(withdrawal)
    const write = (text: string) => own.database.pool.query(text)
    const refused = async (difference: string) => {
      const code = 'not_as_recorded'
      const message = expect.stringContaining(difference)
      await expect(own.file(id)).rejects.toMatchObject({ refusal: { code, message } })
      expect((await own.listNow(id)).difference).toBe(difference)
      expect(own.alarms.at(-1)).toMatchObject({ table: 'payout_lists', id, difference })
    }
    const release = `update payout_lists set status = 'released', released_at = business_now(), released_by = '${own.ben}' where id = '${id}'`
    await write(release)
    await refused('it is not as the last command left it')
    await own.database.owner.query(
      `begin; set local session_replication_role = replica; update payout_lists set status = 'built', released_at = null, released_by = null where id = '${id}'; commit`,
    )
    await own.release(id)
    expect((await own.listNow(id)).difference).toBeNull()
    await write(
      `insert into payout_list_payments (list_id, withdrawal_id, line, quantity, amount) values ('${id}', '${other}', 1, 60000000, 6000)`,
    )
    await refused('its payments differ')
    await own.database.owner.query(
      `delete from payout_list_payments where withdrawal_id = '${other}'`,
    )
    await expect(own.file(id)).resolves.toMatchObject({ csv: expect.any(String) })
    await own.cancel(id)
    await own.database.owner.query(
      `begin; set local session_replication_role = replica; update payout_lists set status = 'released', recalled_height = null where id = '${id}'; commit`,
    )
    await refused('it is not as the last command left it')
  })

  test('can’t make what was paid unpaid, nor what was released unreleased', async () => {
    const refused = (text: string) =>
      expect(database.pool.query(text)).rejects.toThrow(/refuse|change|permission/)
    await refused(`update payout_lists set status = 'built' where status = 'paid'`)
    await refused(`update payout_list_payments set paid_at = null where paid_at is not null`)
    await refused(`delete from payout_list_payments`)
  })
})

test('several transfers of one transaction pay several lines, and one transfer pays one of two equal lines', async () => {
  const own = await payingHouse()
  const ada = await own.investor()
  const [home, other] = [strangers(), strangers()]
  const requests = [
    await own.approved(ada, 5_000n, home),
    await own.approved(ada, 5_000n, home),
    await own.approved(ada, 6_000n, other),
  ]
  await own.release(await own.listOf(...requests))
  own.simulator.produce(payments(own.ofFirm(home, 50), own.ofFirm(other, 60)))
  expect(await own.lookDeep()).toMatchObject({ paid: 2 })
  const statuses = async () => Promise.all(requests.map(own.statusOf))
  expect(await statuses()).toEqual(['paid', 'approved', 'paid'])
  // Two that look at once book it once.
  own.simulator.produce(payment(own.ofFirm(home, 50)))
  const looks = await Promise.all([own.lookDeep(), own.look(), own.look()])
  await own.lookDeep()
  expect(looks.length).toBe(3)
  expect(await statuses()).toEqual(['paid', 'paid', 'paid'])
  expect(await own.differs()).toBeNull()
})

test('all of it is decided again alike', async () => {
  expect(await runAudit(database, '--replay')).toMatchObject({ code: 0 })
})

test('a payout is booked by two nodes where there are two, and by none that says otherwise', async () => {
  const own = await payingHouse()
  const ada = await own.investor(1_000)
  const [home, other] = [strangers(), strangers()]
  const [first, second] = [
    await own.approved(ada, 10_000n, home),
    await own.approved(ada, 20_000n, other),
  ]
  await own.release(await own.listOf(first, second))
  const { node } = own.tron
  // Whoever runs the first one invents that a line was paid, and has the second paid as well.
  const invented = payment(own.ofFirm(home, 100))
  own.simulator.produce(invented, payment(own.ofFirm(other, 200)))
  const without = (txid: string): typeof node => ({
    ...node,
    receipt: async (asked) => (asked === txid ? null : node.receipt(asked)),
  })
  Object.assign(own.tron, { second: without(invented.txid) })
  const said = await own.lookDeep()
  expect([said.paid, said.says]).toEqual([
    1,
    [expect.stringContaining(`${invented.txid}:0 is not booked. The second node says otherwise`)],
  ])
  expect([await own.statusOf(first), await own.statusOf(second)]).toEqual(['approved', 'paid'])
  const silent = { ...node, state: () => Promise.reject(new NodeFault('Nobody answers.')) }
  Object.assign(own.tron, { second: silent })
  expect(await own.look()).toMatchObject({ paid: 0, says: ['Nobody answers.'] })
  Object.assign(own.tron, { second: node })
  expect(await own.look()).toMatchObject({ paid: 1, says: [] })
})

test('a memo that names somebody else’s request pays nothing of it', async () => {
  const own = await payingHouse()
  const ada = await own.investor(1_000)
  const request = await own.approved(ada, 10_000n, strangers())
  const list = await own.listOf(request)
  await own.release(list)
  const elsewhere = payment(own.ofFirm(strangers(), 100))
  withMemo(elsewhere, `Payout ${request} of list ${list}`)
  own.simulator.produce(elsewhere)
  expect(await own.lookDeep()).toMatchObject({ paid: 0 })
  expect(await own.statusOf(request)).toBe('approved')
})

test('fees in TRX are booked as the firm’s cost by two, in dollars, and nothing of USDT moves', async () => {
  const own = await payingHouse()
  await own.investor(1_000)
  await own.house.run('PayInCapital', { amount: 50_000n, reference: 'owners' }, null)
  const record = (given: object = {}) =>
    own.call(recordNetworkFees, own.anna, {
      body: { amount: 1_234n, reference: 'TRX of May', reason: 'Lists of May', ...given } as never,
    })
  const before = await own.house.balances(firmsId)
  const proposed = await record()
  expect(proposed.message).toContain('never booked by one decision alone')
  const agreed = (as: string) =>
    own.call(agreeToProposal, as, {
      params: { id: proposed.data.proposal.id },
      body: { shown: proposed.data.proposal.facts } as never,
    })
  expect(await agreed(own.anna)).toMatchObject({ outcome: 'same_approver' })
  expect(await agreed(own.ben)).toMatchObject({ outcome: 'done' })
  expect(await own.house.balances(firmsId)).toEqual({
    ...before,
    capital: before.capital! - 1_234n,
    'firm-bank': before['firm-bank']! + 1_234n,
  })
  const { entries } = await own.call(getCoinEntries, own.anna, { query: {} as never })
  expect(entries).toMatchObject([
    { kind: 'usdt-fee', amount: 12.34, quantity: null, txid: null, reason: 'Lists of May' },
  ])
  expect(await own.differs()).toBeNull()
  expect(await record({ reference: 'trx-of may' })).toMatchObject({ outcome: 'reference_used' })
  await runAudit(own.database)
})

describe('USDT that the firm sells and buys', () => {
  test('is booked by the transaction that moved it, by two, and explains what left by no list', async () => {
    const own = await payingHouse()
    await own.investor(1_000)
    const exchange = someAddress(random)
    const sold = payment({ from: onChain(own.wallet.own), to: exchange, amount: 400_000_000n })
    own.simulator.produce(sold)
    await own.lookDeep()
    expect(await own.differs()).toMatch(/400 USDT left/)
    const record = (given: object) =>
      own.call(recordCoinExchange, own.anna, {
        body: {
          ...{ kind: 'usdt-sale', quantity: '400', amount: 39_900n, txid: sold.txid },
          ...{ reference: 'SOLD 1', reason: null, ...given },
        } as never,
      })
    const agree = ({ data }: { data: { proposal: { id: string; facts: object } } }) =>
      own.call(agreeToProposal, own.ben, {
        params: { id: data.proposal.id },
        body: { shown: data.proposal.facts } as never,
      })
    await expect(record({ quantity: '1.0000001' })).rejects.toMatchObject({
      refusal: { fields: { quantity: 'Please enter an amount of USDT such as 250.5' } },
    })
    expect(await record({ quantity: '399' })).toMatchObject({ outcome: 'coins_not_moved' })
    expect(await record({ amount: 30_000n })).toMatchObject({ outcome: 'rate_unexplained' })
    const proposed = await record({})
    expect(proposed.message).toContain('A USDT is $0.99 by this entry, 0.2% below the last rate')
    expect(await agree(proposed)).toMatchObject({ outcome: 'done' })
    expect(await own.differs()).toBeNull()
    const books = await own.house.balances(firmsId)
    expect([books['client-wallet-usdt'], books['exchange-usd'], books['client-bank']]).toEqual([
      -600_000_000n,
      -100_000n + 39_900n,
      -39_900n,
    ])
    const again = await record({ reference: 'SOLD 2' })
    expect(again).toMatchObject({ outcome: 'reference_used' })

    const bought = payment({ from: exchange, to: onChain(own.wallet.own), amount: 100_000_000n })
    own.simulator.produce(bought)
    await own.lookDeep()
    const purchase = { kind: 'usdt-purchase', quantity: '100', amount: 10_000n, txid: bought.txid }
    expect(await agree(await record({ ...purchase, reference: 'BOUGHT 1' }))).toMatchObject({
      outcome: 'done',
    })
    const found = await readUsdtPosition(own.database.pool as never, usdt)
    expect([found.books, found.chain, found.items]).toEqual([700_000_000n, 700_000_000n, []])
    const { entries } = await own.call(getCoinEntries, own.anna, { query: {} as never })
    expect(
      entries.map(({ kind, quantity }: { kind: string; quantity: string }) => [kind, quantity]),
    ).toEqual([
      ['usdt-purchase', '100'],
      ['usdt-sale', '400'],
    ])
    await runAudit(own.database)
  })

  test('is no sale by a payout, by what was written into a row, or by what the node doesn’t have', async () => {
    const own = await payingHouse()
    const ada = await own.investor(1_000)
    const to = strangers()
    const list = await own.listOf(await own.approved(ada, 10_000n, to))
    await own.release(list)
    const paid = payment(own.ofFirm(to, 100))
    own.simulator.produce(paid)
    await own.lookDeep()
    const sale = (txid: string, reference: string) =>
      own.call(recordCoinExchange, own.anna, {
        body: {
          kind: 'usdt-sale',
          quantity: '100',
          amount: 10_000n,
          txid,
          reference,
          reason: null,
        } as never,
      })
    const agreed = async (reply: { data: { proposal: { id: string; facts: object } } }) =>
      own.call(agreeToProposal, own.ben, {
        params: { id: reply.data.proposal.id },
        body: { shown: reply.data.proposal.facts } as never,
      })
    expect(await agreed(await sale(paid.txid, 'S 1'))).toMatchObject({ outcome: 'coins_not_moved' })
    const forged = 'ab'.repeat(32)
    await own.database.owner.query(
      `insert into chain.tron_transfers (txid, log_index, height, from_address, to_address, amount)
       select $1, 0, height, from_address, $2, 100000000 from chain.tron_transfers where txid = $3`,
      [forged, tronHexOf(someAddress(random)), paid.txid],
    )
    expect(await agreed(await sale(forged, 'S 2'))).toMatchObject({ outcome: 'coins_not_moved' })
  })
})
