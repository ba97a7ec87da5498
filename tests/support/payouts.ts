/** A house that pays out in coins: its routes without their doors, a chain that is read, and people whose withdrawals wait. */
import { administrators } from '../../src/contract/roles.ts'
import { base64 } from '@scure/base'
import type { HDKey } from '@scure/bip32'
import { Transaction } from '@scure/btc-signer'
import type { Signer } from '@scure/btc-signer/transaction.js'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { bitcoinTerms } from '../../src/domains/content/bitcoin-terms.ts'
import { createChainWatch } from '../../src/domains/coin-deposits/watch.ts'
import type { House } from '../../src/domains/house-desk.ts'
import { routes as coinExchangeRoutes } from '../../src/domains/coin-exchanges/routes.ts'
import { routes as proposalRoutes } from '../../src/domains/proposals/routes.ts'
import { followBatches } from '../../src/domains/payout-batches/due.ts'
import { routes as payoutBatchRoutes } from '../../src/domains/payout-batches/routes.ts'
import { ofAllNouns } from '../../src/http/routes.ts'
import type { Wallet } from '../../src/lib/output-descriptor.ts'
import type { PayingNode } from '../../src/platform/bitcoin/node.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import type { Call } from '../../src/platform/route.ts'
import type { Paid } from './bitcoin-node/bitcoin-node.ts'
import type { TestHouse } from './house.ts'
import { testMacKeys } from './stamp.ts'
import { confirmWallet } from './wallets.ts'

/** What a signer answers who signs all that is theirs. */
export function signedBy(psbt: string, signer: HDKey): string {
  const transaction = Transaction.fromPSBT(base64.decode(psbt))
  transaction.sign(signer as Signer)
  return base64.encode(transaction.toPSBT())
}

/** Of a house that pays out what its routes take, with the alarms that they raise and how often what was seen is kept. */
export function payingParts(
  { database, desk, alarms }: TestHouse,
  secondApprovalAbove: bigint | null,
) {
  let looks = 0
  const parts = {
    pool: database.pool,
    desk,
    log: { warn() {}, error: (fault: unknown) => void alarms.push(fault) },
    macKeys: testMacKeys,
    metrics: { differences: { inc() {} } },
    policy: { secondApprovalAboveCents: secondApprovalAbove, secondApprovalInAllAboveCents: null },
    seen: { look: () => Promise.resolve(void (looks += 1)) },
  }
  return { parts, looks: () => looks }
}

let keys = 0
export type Input<E extends Endpoint> = Partial<Pick<Call<E>, 'params' | 'query' | 'body'>>

/** Calls a route as HTTP would once it has let somebody in. */
export function callAs<E extends Endpoint>(
  routes: readonly { endpoint: Endpoint; handle(call: never): unknown }[],
  endpoint: E,
  as: string,
  input: Input<E> = {},
): unknown {
  const key = `key ${(keys += 1)}`
  return routes
    .find((one) => one.endpoint === endpoint)!
    .handle({
      query: {},
      ...input,
      principal: { owner: as, roles: administrators },
      asked: { actor: as, key, bodyHash: key, requestId: 'test' },
    } as never)
}

/** Withdrawals to addresses, which this administrator approves. */
export function withdrawing({ run }: Pick<TestHouse, 'run'>, admin: string) {
  async function ask(owner: string, amount: bigint, walletAddress: string): Promise<string> {
    const asked = await run(
      'RequestWithdrawal',
      { owner, amount, target: { type: 'bank_transfer', walletName: 'Mine', walletAddress } },
      owner,
    )
    if (asked.outcome !== 'done') throw new Error(asked.text)
    return (JSON.parse(asked.text) as { data: { withdrawal: { _id: string } } }).data.withdrawal._id
  }
  /** Asked for and approved; `amount` in cents. */
  async function approved(owner: string, amount: bigint, address: string): Promise<string> {
    const withdrawal = await ask(owner, amount, address)
    const reply = await run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)
    if (reply.outcome !== 'done') throw new Error(reply.text)
    return withdrawal
  }
  return { ask, approved }
}

const firmWith = (confirmations: Given['confirmations']) => ({
  name: 'A Sample Firm',
  sample: true,
  wallets: [],
  bitcoin: bitcoinTerms.parse(confirmations ? { confirmations } : {}),
})

type Miner = {
  rpc<T>(method: string, ...params: unknown[]): Promise<T>
  mine(blocks?: number): Promise<string[]>
  send(...outputs: Paid[]): Promise<string>
}

type Given = {
  house: TestHouse
  wallet: Wallet
  node: PayingNode
  miner: Miner
  /** In cents. */
  secondApprovalAbove?: bigint | null
  /** As a pack has them; else the usual ones. */
  confirmations?: { below?: number; blocks: number }[] | undefined
}

export async function payingHouse(given: Given) {
  const { house, wallet, node, miner, secondApprovalAbove = null } = given
  const firm = firmWith(given.confirmations)
  const { database, desk, person, alarms } = house
  const { network, descriptor } = wallet
  const confirmed = await confirmWallet(house, { wallet })
  const [anna, ben] = [await person({ role: 'admin' }), await person({ role: 'admin' })]
  const { parts: common, looks } = payingParts(house, secondApprovalAbove)
  const parts = (asked = node) => ({
    ...common,
    firm,
    bitcoin: { network, descriptor, node: asked, rates: ratesOf(null) },
    tron: null,
  })
  const houseOf = (asked = node) => parts(asked) as unknown as House
  const watch = createChainWatch(parts() as never)

  const call = async <E extends Endpoint>(
    endpoint: E,
    as: string,
    input: Input<E> = {},
    asked = node,
  ): Promise<unknown> =>
    callAs(
      [payoutBatchRoutes, coinExchangeRoutes, proposalRoutes].flatMap((routesOf) => [
        ...routesOf(houseOf(asked), ofAllNouns),
      ]),
      endpoint,
      as,
      input,
    )

  /** Reads the chain to its end and books what follows from it. */
  async function look(asked = node) {
    while (await watch.look()) continue
    return followBatches({
      pool: database.pool,
      desk,
      macKeys: testMacKeys,
      node: asked,
      steps: firm.bitcoin.confirmations,
    })
  }

  /** Somebody whose deposit came in as coins, one output each, and is credited. */
  async function investor(...outputs: bigint[]): Promise<string> {
    const id = await person()
    const { script } = await confirmed.draw(id)
    await miner.send(...outputs.map((amount) => ({ script, amount })))
    await miner.mine(6)
    await look()
    return id
  }

  /** What the wallet has unspent on the chain, and what the books say that it has, in satoshi. */
  async function coins() {
    const { rows } = await database.owner.query<{ chain: bigint; books: bigint }>(
      `select (select coalesce(sum(amount), 0)::bigint from chain.outputs where height is not null and spent_by is null) as chain,
         (select debits - credits from ledger.accounts where kind = 'client-wallet-btc') as books`,
    )
    return rows[0]!
  }

  const { ask, approved } = withdrawing(house, await person({ role: 'admin' }))
  const { draw } = confirmed
  return { anna, ben, draw, call, houseOf, look, investor, ask, approved, coins, alarms, looks }
}
