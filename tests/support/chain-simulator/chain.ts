/**
 * A chain with branches, and what waits to be mined, as a node of Bitcoin Core keeps them. Blocks and transactions are real ones in
 * their bytes; proof of work and signatures aren't looked at, since the nodes and signers of other tests do.
 * Sources: the documentation of Bitcoin Core (`doc/policy/mempool-replacements.md`, the RPC reference), BIP 125, BIP 34.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { Transaction as Whole } from '@scure/btc-signer'
import { readBlock, readTransaction, transactionIn } from '../../../src/lib/bitcoin-block.ts'
import { maturity, minersScriptHex } from '../bitcoin-node/miner.ts'

type Transaction = {
  txid: string
  hex: string
  spends: readonly string[]
  outputs: readonly bigint[]
  /** BIP 125: whoever sends it allows that another takes its place. */
  allowsReplacement: boolean
  virtualBytes: bigint
}
type Block = {
  hash: string
  previous: string
  height: number
  hex: string
  transactions: readonly Transaction[]
}
type Coin = { amount: bigint; height: number | null; isNew: boolean }
type Waiting = Transaction & { fee: bigint }

/** As the RPC numbers them. */
export class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
const missing = -25
const rejected = -26

const reward = 5_000_000_000n
const outpoint = (txid: string, output: number) => `${txid}:${output}`
const double = (bytes: Uint8Array) => sha256(sha256(bytes))
const backwards = (hex: string) => Uint8Array.fromHex(hex).reverse()

function read(hex: string): Transaction {
  const bytes = Uint8Array.fromHex(hex)
  const { txid, spends, outputs } = readTransaction(bytes)
  const whole = Whole.fromRaw(bytes, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  const sequences = spends.map((_, n) => whole.getInput(n).sequence ?? 0xffffffff)
  return {
    txid,
    hex,
    spends: spends.map((one) => outpoint(one.txid, one.output)),
    outputs: outputs.map(({ amount }) => amount),
    allowsReplacement: sequences.some((sequence) => sequence < 0xfffffffe),
    virtualBytes: BigInt(whole.vsize),
  }
}

/** What mines nothing but coins reads otherwise: its input spends nothing. */
function readMined(hex: string): Transaction {
  const { txid, outputs } = readTransaction(Uint8Array.fromHex(hex))
  return {
    txid,
    hex,
    spends: [],
    outputs: outputs.map(({ amount }) => amount),
    allowsReplacement: false,
    virtualBytes: 0n,
  }
}

function rootOf(txids: readonly string[]): Uint8Array {
  let row = txids.map(backwards)
  while (row.length > 1)
    row = Array.from({ length: (row.length + 1) >> 1 }, (_, n) =>
      double(Uint8Array.of(...row[2 * n]!, ...(row[2 * n + 1] ?? row[2 * n]!))),
    )
  return row[0]!
}

const little = (value: bigint, length: number) =>
  Uint8Array.from({ length }, (_, n) => Number((value >> BigInt(8 * n)) & 0xffn))

/** The coins of a block, under an id of their own: its height and a number that no other block has. */
function newCoins(height: number, number: number, amount: bigint): string {
  const script = Uint8Array.of(8, ...little(BigInt(height), 4), ...little(BigInt(number), 4))
  const owner = Uint8Array.fromHex(minersScriptHex)
  return Uint8Array.of(
    ...little(1n, 4),
    ...[1, ...new Uint8Array(32), 0xff, 0xff, 0xff, 0xff],
    ...[script.length, ...script, 0xff, 0xff, 0xff, 0xff],
    ...[1, ...little(amount, 8), owner.length, ...owner],
    ...little(0n, 4),
  ).toHex()
}

function blockHex(previous: string, number: number, transactions: readonly string[]): string {
  const txids = transactions.map((hex) => readTransaction(Uint8Array.fromHex(hex)).txid)
  const header = Uint8Array.of(
    ...little(4n, 4),
    ...backwards(previous),
    ...rootOf(txids),
    ...little(1_600_000_000n + BigInt(number), 4),
    ...little(0x207fffffn, 4),
    ...little(BigInt(number), 4),
  )
  if (transactions.length > 252) throw new Error('Blocks of this chain are small')
  return `${header.toHex()}${Uint8Array.of(transactions.length).toHex()}${transactions.join('')}`
}

/** `first`: the first block of a chain that is followed, in hex; else one of its own. */
export class Chain {
  readonly #blocks = new Map<string, Block>()
  readonly #invalid = new Set<string>()
  #tip: Block
  #waiting: readonly Waiting[] = []
  #made = 0
  /** Satoshi per virtual byte: what pays less isn't kept, as when more waits than a node has room for. */
  #least = 0n

  constructor(first?: string) {
    const hex = first ?? blockHex('0'.repeat(64), 0, [newCoins(0, 0, reward)])
    this.#tip = this.#read(hex, 0)
    this.#blocks.set(this.#tip.hash, this.#tip)
  }

  #read(hex: string, height: number): Block {
    const bytes = Uint8Array.fromHex(hex)
    const { hash, previous, transactions } = readBlock(bytes)
    const all = transactions.map(({ txid }, n) => {
      const one = transactionIn(bytes, txid)!.toHex()
      return n === 0 ? readMined(one) : read(one)
    })
    return { hash, previous, height, hex, transactions: all }
  }

  get height(): number {
    return this.#tip.height
  }
  get waiting(): readonly Waiting[] {
    return this.#waiting
  }
  blockOf(hash: string): Block | undefined {
    return this.#blocks.get(hash)
  }
  /** Of the branch that counts. */
  at(height: number): Block | undefined {
    return this.#branch().at(height)
  }
  transactionOf(txid: string): string | undefined {
    const all = [...this.#waiting, ...this.#branch().flatMap(({ transactions }) => transactions)]
    return all.find((one) => one.txid === txid)?.hex
  }

  /** Null where it is spent, also by what waits. */
  unspent(txid: string, output: number) {
    const name = outpoint(txid, output)
    const coin = this.#coinsOn(this.#branch()).get(name)
    if (!coin || this.#waiting.some(({ spends }) => spends.includes(name))) return null
    const { outputs } = readTransaction(Uint8Array.fromHex(this.transactionOf(txid)!))
    return {
      bestblock: this.#tip.hash,
      confirmations: this.height - coin.height! + 1,
      scriptPubKey: { hex: outputs[output]!.script },
    }
  }

  /** From the first block on. */
  #branch(last = this.#tip): readonly Block[] {
    const branch: Block[] = []
    for (let one: Block | undefined = last; one; one = this.#blocks.get(one.previous))
      branch.unshift(one)
    return branch
  }

  #coinsOn(branch: readonly Block[]): Map<string, Coin> {
    const coins = new Map<string, Coin>()
    for (const { height, transactions } of branch)
      for (const [n, { txid, spends, outputs }] of transactions.entries()) {
        for (const spent of spends)
          if (!coins.delete(spent)) throw new Refusal(missing, 'bad-txns-inputs-missingorspent')
        for (const [output, amount] of outputs.entries())
          coins.set(outpoint(txid, output), { amount, height, isNew: n === 0 })
      }
    return coins
  }

  /** Mined by somebody on top of any block, with these transactions alone. */
  mineOn(previous: string, transactions: readonly string[]): string {
    const parent = this.#blocks.get(previous)!
    this.#made += 1
    const coins = newCoins(parent.height + 1, this.#made, reward)
    const hex = blockHex(previous, this.#made, [coins, ...transactions])
    this.submit(hex)
    return readBlock(Uint8Array.fromHex(hex)).hash
  }

  mine(): string {
    return this.mineOn(
      this.#tip.hash,
      this.#waiting.map(({ hex }) => hex),
    )
  }

  /** The longest branch counts, and of two as long the one that was there first. */
  submit(hex: string): void {
    const { previous, hash } = readBlock(Uint8Array.fromHex(hex))
    if (this.#blocks.has(hash)) return
    const parent = this.#blocks.get(previous)
    if (!parent) throw new Refusal(missing, 'prev-blk-not-found')
    const block = this.#read(hex, parent.height + 1)
    this.#coinsOn([...this.#branch(parent), block])
    this.#blocks.set(hash, block)
    this.#choose()
  }

  #isValid(block: Block): boolean {
    return this.#branch(block).every(({ hash }) => !this.#invalid.has(hash))
  }

  invalidate(hash: string): void {
    this.#invalid.add(hash)
    this.#choose()
  }
  reconsider(hash: string): void {
    this.#invalid.delete(hash)
    this.#choose()
  }

  #choose(): void {
    const before = this.#branch()
    let best: Block | undefined = this.#isValid(this.#tip) ? this.#tip : undefined
    for (const block of this.#blocks.values())
      if ((!best || block.height > best.height) && this.#isValid(block)) best = block
    this.#tip = best!
    const now = new Set(this.#branch())
    // What lost its block waits again, before what has waited meanwhile.
    const lost = before
      .filter((block) => !now.has(block))
      .flatMap((block) => block.transactions.slice(1))
    this.#keep([...lost, ...this.#waiting])
  }

  /** Those of them that can be mined still, and pay enough. */
  #keep(transactions: readonly Transaction[]): void {
    this.#waiting = []
    for (const one of transactions)
      try {
        this.#waiting = [...this.#waiting, this.#checked(one, [])]
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
  }

  /** `without`: what it would take the place of. */
  #checked(one: Transaction, without: readonly Waiting[]): Waiting {
    const branch = this.#branch()
    const coins = this.#coinsOn(branch)
    const others = this.#waiting.filter((waiting) => !without.includes(waiting))
    for (const { txid, spends, outputs } of others) {
      for (const spent of spends) coins.delete(spent)
      for (const [output, amount] of outputs.entries())
        coins.set(outpoint(txid, output), { amount, height: null, isNew: false })
    }
    if (branch.some(({ transactions }) => transactions.some(({ txid }) => txid === one.txid)))
      throw new Refusal(-27, 'Transaction outputs already in utxo set')
    const spent = one.spends.map((name) => coins.get(name))
    if (spent.some((coin) => !coin)) throw new Refusal(missing, 'bad-txns-inputs-missingorspent')
    const next = this.#tip.height + 1
    if (spent.some((coin) => coin!.isNew && next - coin!.height! < maturity))
      throw new Refusal(rejected, 'bad-txns-premature-spend-of-coinbase')
    const fee =
      spent.reduce((sum, coin) => sum + coin!.amount, 0n) -
      one.outputs.reduce((sum, amount) => sum + amount, 0n)
    if (fee < 0n) throw new Refusal(rejected, 'bad-txns-in-belowout')
    if (fee < this.#least * one.virtualBytes) throw new Refusal(rejected, 'mempool min fee not met')
    return { ...one, fee }
  }

  /** What spends the same, and all that spends what it would have. */
  #conflicts(one: Transaction): Waiting[] {
    const found = this.#waiting.filter(({ spends }) =>
      spends.some((name) => one.spends.includes(name)),
    )
    for (const { txid } of found)
      for (const other of this.#waiting)
        if (!found.includes(other) && other.spends.some((name) => name.startsWith(`${txid}:`)))
          found.push(other)
    return found
  }

  /** BIP 125: it pays more for each byte than what it replaces, and for its own way on top of all of that. */
  send(hex: string): string {
    const one = read(hex)
    if (this.#waiting.some(({ txid }) => txid === one.txid)) return one.txid
    const replaced = this.#conflicts(one)
    const checked = this.#checked(one, replaced)
    const direct = replaced.filter(({ spends }) => spends.some((name) => one.spends.includes(name)))
    if (direct.some(({ allowsReplacement }) => !allowsReplacement))
      throw new Refusal(rejected, 'txn-mempool-conflict')
    const paysMore = direct.every(
      ({ fee, virtualBytes }) => checked.fee * virtualBytes > fee * checked.virtualBytes,
    )
    const owed = replaced.reduce((sum, { fee }) => sum + fee, 0n)
    if (replaced.length > 0 && (!paysMore || checked.fee < owed + checked.virtualBytes))
      throw new Refusal(rejected, 'insufficient fee, rejecting replacement')
    this.#waiting = [...this.#waiting.filter((waiting) => !replaced.includes(waiting)), checked]
    return one.txid
  }

  /** A node forgets it, as after two weeks or when there is no room. */
  evict(txid: string): void {
    this.#keep(this.#waiting.filter((one) => one.txid !== txid))
  }
  /** As a node says it: bitcoin for a thousand virtual bytes. */
  get leastOfThousand(): number {
    return Number(this.#least) / 100_000
  }
  /** What pays less for each virtual byte is forgotten, and not taken any more. */
  require(least: bigint): void {
    this.#least = least
    this.#keep(this.#waiting)
  }
}
