/** A chain that is made up, for what a real node can't be brought to: it changes between any two questions, and its coins are spent. */
import type { Block, Outpoint, Output, Transaction } from '../../src/lib/bitcoin-block.ts'
import type { BitcoinNode } from '../../src/platform/bitcoin/node.ts'
import type { Random } from '../../proofs/simulation/random.ts'

type Made = Block & { height: number }
export type Standing = {
  txid: string
  output: number
  amount: bigint
  is_mined_coin: boolean
  height: number | null
  is_waiting: boolean
  spent_by: string | null
  spent_height: number | null
}

const nothing: Outpoint = { txid: '0'.repeat(64), output: 0xffffffff }

/** `scripts`: those that are watched. */
export function madeChain(random: Random, scripts: readonly string[]) {
  const seed = random.next().toString(16)
  let made = 0
  const newId = () => `${seed}${(made += 1).toString(16)}`.padStart(64, '0')
  const first: Made = { hash: newId(), previous: newId(), time: 0, transactions: [], height: 0 }
  const blocks = new Map<string, Made>([[first.hash, first]])
  const waiting = new Map<string, Transaction>()
  let tip = first

  /** From the first block to this one. */
  function branch(last: Made): Made[] {
    const before = blocks.get(last.previous)
    return before ? [...branch(before), last] : [last]
  }
  const transactionsOf = (last: Made) => branch(last).flatMap((block) => block.transactions)

  /** Somebody's, nobody's, or one that is watched. */
  const outputs = (): Output[] =>
    Array.from({ length: 1 + random.below(3) }, () => ({
      amount: BigInt(random.below(3) === 0 ? random.below(600) : random.below(9_000_000)),
      script: ['', '6a026869', `0014${'ab'.repeat(20)}`, ...scripts][
        random.below(3 + scripts.length)
      ]!,
    }))
  const payment = (spends: Outpoint[]): Transaction => ({
    txid: newId(),
    spends,
    outputs: outputs(),
  })

  function unspentOn(last: Made): Outpoint[] {
    const all = transactionsOf(last)
    const spent = new Set(
      all.flatMap(({ spends }) => spends).map((one) => `${one.txid} ${one.output}`),
    )
    return all
      .flatMap(({ txid, outputs: found }) =>
        found.flatMap(({ script }, output) => (scripts.includes(script) ? [{ txid, output }] : [])),
      )
      .filter(({ txid, output }) => !spent.has(`${txid} ${output}`))
  }

  function mineOn(last: Made): Made {
    const there = new Set(transactionsOf(last).map(({ txid }) => txid))
    const taken = [...waiting.values()].filter(
      ({ txid }) => !there.has(txid) && random.below(3) > 0,
    )
    const coins = unspentOn(last)
    const spend =
      coins.length > 0 && random.below(3) === 0
        ? [payment([coins[random.below(coins.length)]!])]
        : []
    const own = payment([{ txid: newId(), output: 5 }])
    // What comes in a block and goes in the same.
    const within = random.below(4) === 0 ? [own, payment([{ txid: own.txid, output: 0 }])] : []
    const block: Made = {
      hash: newId(),
      previous: last.hash,
      time: 0,
      height: last.height + 1,
      transactions: [payment([nothing]), ...taken, ...spend, ...within],
    }
    blocks.set(block.hash, block)
    return block
  }

  function settle(next: Made): void {
    tip = next
    for (const { txid } of transactionsOf(tip)) waiting.delete(txid)
  }

  /** The last blocks give way to more of others; what was paid in them waits again, or is gone. */
  function reorganise(): void {
    const all = branch(tip)
    const depth = Math.min(random.below(6), all.length - 1)
    const gone = all.slice(all.length - depth)
    for (const one of gone.flatMap(({ transactions }) => transactions))
      if (one.spends[0]!.output === 7 && random.below(3) > 0) waiting.set(one.txid, one)
    let last = all[all.length - 1 - depth]!
    for (let n = 0; n <= depth; n += 1) last = mineOn(last)
    settle(last)
  }

  function act(): void {
    const what = random.below(10)
    if (what < 4) {
      const one = payment([{ txid: newId(), output: 7 }])
      waiting.set(one.txid, one)
    } else if (what < 7) settle(mineOn(tip))
    else if (what < 8) reorganise()
    else if (what < 9) {
      const [one] = waiting.keys()
      if (one) waiting.delete(one)
    }
  }

  /** `restless`: it changes before any answer. */
  const node = (restless: boolean): BitcoinNode => {
    const answering = async <T>(answer: () => T): Promise<T> => {
      if (restless && random.below(3) === 0) act()
      return answer()
    }
    return {
      state: () =>
        answering(() => ({
          network: 'regtest',
          height: tip.height,
          prunedTo: null,
          missing: 0,
        })),
      hashAt: (at) => answering(() => branch(tip)[at]?.hash ?? null),
      block: (hash) => answering(() => blocks.get(hash)!),
      waiting: () => answering(() => [...waiting.keys()]),
      transaction: (txid) => answering(() => waiting.get(txid) ?? null),
    }
  }

  /** What stands on the best chain and waits, of what is watched. */
  function standing(): Standing[] {
    const all = branch(tip)
    const spends = new Map(
      all.flatMap(({ height, transactions }) =>
        transactions.flatMap(({ txid: by, spends: spent }) =>
          spent.map(({ txid, output }) => [`${txid} ${output}`, { by, height }] as const),
        ),
      ),
    )
    const of = (transaction: Transaction, height: number | null): Standing[] =>
      transaction.outputs.flatMap(({ script, amount }, output) => {
        const spent = spends.get(`${transaction.txid} ${output}`)
        return scripts.includes(script)
          ? [
              {
                txid: transaction.txid,
                output,
                amount,
                is_mined_coin: transaction.spends[0] === nothing,
                height,
                is_waiting: height === null,
                spent_by: spent?.by ?? null,
                spent_height: spent?.height ?? null,
              },
            ]
          : []
      })
    return [
      ...all.flatMap(({ height, transactions }) => transactions.flatMap((one) => of(one, height))),
      ...[...waiting.values()].flatMap((one) => of(one, null)),
    ]
  }

  return { node, act, reorganise, standing }
}
