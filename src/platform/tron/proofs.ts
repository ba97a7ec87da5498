/**
 * A TRON node proves itself before anything is credited or paid by what it says: at every start, once a day, and each minute where
 * it doesn't. What it is asked has one right answer, which doesn't come from the node.
 */
import type { Instant } from '../../lib/instant.ts'
import { NodeFault } from '../bitcoin/node.ts'
import { contractFault } from './contract.ts'
import type { TronNode, TronState } from './node.ts'

/** A transfer of long ago that somebody has seen elsewhere. */
export type KnownPayment = { txid: string; from: string; to: string; amount: bigint }

export type TronProof = {
  what: string
  why: string
  where: string
  /** What is wrong, in words; null: it has proved this. */
  found: string | null
}

type Parts = {
  node: TronNode
  /** Of somebody else; null: none is set. */
  second: TronNode | null
  /** Null: none is set. */
  known: KnownPayment | null
  now?: () => Instant
}

const day = 24 * 60 * 60 * 1000
const retryMs = 60_000
/** A block is made every three seconds, and stays about a minute later. */
const oldMs = 10 * 60_000
/** A clock of the house's that is wrong by more is found as well. */
const earlyMs = 2 * 60_000
/** Two nodes that are asked one after the other are a few blocks apart. */
const blocksApart = 200

/** Why what stays of the chain isn't of now, in words; null where it is. */
export function notOfNow({ solid, solidAt }: TronState, now: Instant): string | null {
  const minutes = (ms: number) => `${Math.round(ms / 60_000)} minutes`
  if (now - solidAt > oldMs)
    return `its last solidified block, ${solid}, is ${minutes(now - solidAt)} old`
  return solidAt - now > earlyMs
    ? `its last solidified block, ${solid}, is ${minutes(solidAt - now)} ahead of this server’s clock`
    : null
}

/** Null: as it was seen elsewhere. */
async function paymentFault(node: TronNode, known: KnownPayment): Promise<string | null> {
  const receipt = await node.receipt(known.txid)
  if (receipt === null) return `it has no ${known.txid}`
  const isIn = receipt.transfers.some(
    ({ from, to, amount }) => from === known.from && to === known.to && amount === known.amount,
  )
  return isIn ? null : `its ${known.txid} doesn’t move that`
}

/** Null: both have the same chain. */
async function secondFault(node: TronNode, second: TronNode): Promise<string | null> {
  const [one, other] = [await node.state(), await second.state()]
  if (Math.abs(one.solid - other.solid) > blocksApart)
    return `it has solidified ${other.solid} blocks, and the first one ${one.solid}`
  const height = Math.min(one.solid, other.solid)
  const [id, otherId] = [await node.idAt(height), await second.idAt(height)]
  return id !== null && id === otherId
    ? null
    : `block ${height} is ${otherId ?? 'nothing'} there, and ${id ?? 'nothing'} at the first one`
}

type Asked = Omit<TronProof, 'found'> & { ask(): Promise<string | null> }

/** How far its chain was when it was asked last. */
type Progress = { solid: number; at: Instant }

/** Null: it goes on, and is of now. Changes `progress`. */
async function standstill(
  node: TronNode,
  progress: Progress,
  now: Instant,
): Promise<string | null> {
  const state = await node.state()
  const before = { ...progress }
  Object.assign(progress, { solid: Math.max(state.solid, before.solid), at: now })
  if (state.solid < before.solid || (state.solid === before.solid && now - before.at >= retryMs))
    return `it has solidified ${state.solid} blocks, and ${before.solid} before`
  return notOfNow(state, now)
}

function asked({ node, second, known, now = Date.now }: Parts, progress: Progress): Asked[] {
  const where = 'the setting TRON_API_URL'
  return [
    {
      what: 'A TRON node of the right network',
      why: 'addresses and answers look alike on all of them',
      where,
      ask: async () => (await node.checkNetwork(), null),
    },
    {
      what: 'A TRON node whose chain goes on',
      why: 'one that stands still shows nothing that arrives',
      where,
      ask: () => standstill(node, progress, now()),
    },
    {
      what: 'A TRON node that has the contract of USDT',
      why: 'what counts as a payment is what this contract writes, and nothing else',
      where,
      ask: () => contractFault(node),
    },
    ...(known === null
      ? []
      : [
          {
            what: 'A TRON node that has the payment which the firm knows',
            why: 'a chain that was made up hasn’t what others have seen',
            where: 'the settings TRON_API_URL and TRON_KNOWN_PAYMENT',
            ask: () => paymentFault(node, known),
          },
        ]),
    ...(second === null
      ? []
      : [
          {
            what: 'A second TRON node that has the same chain',
            why: 'whoever runs one node alone can make it say anything',
            where: 'the settings TRON_API_URL and TRON_SECOND_API_URL',
            ask: () => secondFault(node, second),
          },
        ]),
  ]
}

async function foundBy(ask: Asked['ask']): Promise<string | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    return error.message.replace(/\.$/, '')
  }
}

/** Asks all of it, once; of another network, or one that doesn't answer, nothing more. */
export async function proveTron(
  parts: Parts,
  progress: Progress = { solid: 0, at: 0 },
): Promise<TronProof[]> {
  const proofs: TronProof[] = []
  for (const { ask, ...proof } of asked(parts, progress)) {
    const found = await foundBy(ask)
    proofs.push({ ...proof, found })
    if (found !== null && proofs.length === 1) break
  }
  return proofs
}

export type Proving = {
  /** What it has proved, asked again where that is a day old, or where something is wrong. */
  proofs(): Promise<readonly TronProof[]>
  /** Why nothing is done by what this node says, in a sentence; null: it has proved all. */
  why(): Promise<string | null>
  /** As it was asked last; null: it wasn't yet. Asks again in the background where that is due. */
  last(): { at: Instant; proofs: readonly TronProof[] } | null
}

const failed = (proofs: readonly TronProof[]) =>
  proofs.flatMap(({ what, found }) => (found === null ? [] : [`${what}: ${found}`]))

export function createProving(parts: Parts): Proving {
  const { now = Date.now } = parts
  let last: { at: Instant; proofs: readonly TronProof[] } | null = null
  const progress: Progress = { solid: 0, at: 0 }
  let running: Promise<readonly TronProof[]> | null = null

  /** Also where the clock has gone back: what was proved is of a time that hasn't come. */
  const isDue = () => {
    if (last === null || now() < last.at) return true
    return now() - last.at >= (failed(last.proofs).length === 0 ? day : retryMs)
  }
  async function ask() {
    const proofs = await proveTron(parts, progress)
    last = { at: now(), proofs }
    return proofs
  }
  async function proofs(): Promise<readonly TronProof[]> {
    if (last !== null && !isDue()) return last.proofs
    running ??= ask().finally(() => (running = null))
    return running
  }
  return {
    proofs,
    async why() {
      const all = failed(await proofs())
      return all.length === 0 ? null : `The TRON node doesn’t prove itself. ${all.join('. ')}.`
    },
    last() {
      if (isDue()) void proofs().catch(() => {})
      return last
    },
  }
}
