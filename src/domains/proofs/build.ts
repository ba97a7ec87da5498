/**
 * The proof of a day, with its root and in its snapshot: the tree over what everybody is owed, page by page into the database,
 * and the manifest that is published of it. docs/proof-format.md says what is hashed.
 */
import { hash, randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { MadeRoot } from '../../desk/roots.ts'
import {
  claims,
  hashBytes,
  leafContent,
  noAmounts,
  owedIn,
  readSum,
  sumBytes,
  total as totalOf,
  writeSum,
  type Amounts,
  type Sum,
} from '../../lib/liabilities/format.ts'
import {
  manifestText,
  snapshotContent,
  writtenAmounts,
  type Manifest,
} from '../../lib/liabilities/proof.ts'
import { topOf } from '../../lib/liabilities/tree.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { formatUsd } from '../../lib/money.ts'
import type { Kind } from '../../ledger/core/chart.ts'
import { countAccounts, forEachOwed, readTotals } from '../../ledger/store/owed.ts'
import { readWatch } from '../wallets/queries.ts'
import { placeBytes } from './leaf-salts.ts'
import { Leaves, leavesFor, type PlacedLeaf } from './leaves.ts'
import { keyOf, sampleSignature, type Signer } from './keys.ts'
import { mailSubscribers } from './mails.ts'
import { deleteOldPages, insertPage, insertProof, readLastHash } from './queries.ts'

export const sha256 = (bytes: Uint8Array | string): Buffer => hash('sha256', bytes, 'buffer')

/** How many leaves a page has: as many as are read to find one. A power of two. */
export const leavesOfPage = 1024
/** In a page a leaf has its place before its sum. */
export const placedBytes = placeBytes + sumBytes

/** The sums of a page's leaves, from left to right. */
export const sumsOfPage = (leaves: Buffer): Sum[] =>
  Array.from({ length: leavesOfPage }, (_, n) => readSum(leaves, n * placedBytes + placeBytes))

/** What of the firm's own is money; what is lent isn't here to pay with. */
const ownKinds = [
  ...(['capital', 'returns-pool', 'referral-pool', 'corrections-pool'] as const),
  ...(['loan-pool', 'loan-income'] as const),
]

async function gather(db: ClientBase, salt: Buffer, totals: Map<string, bigint>): Promise<Leaves> {
  const leaves = new Leaves(salt, leavesFor(await countAccounts(db)))
  await forEachOwed(db, ({ account, ...owed }) => leaves.owe(account, { ...noAmounts, ...owed }))
  leaves.oweNobodyYet(totals.get('suspense') ?? 0n)
  leaves.fill()
  return leaves
}

type Page = { number: number; first: Uint8Array; sums: Sum[]; bytes: Buffer }

/**
 * Reads a page's leaves off, hashing each at the index that it has. The bytes of a page are those of the next one, too: two
 * thousand pages of their own would stay in memory until the garbage is collected.
 */
function* pagesOf(leaves: Leaves, snapshot: Uint8Array): Generator<Page> {
  const bytes = Buffer.alloc(leavesOfPage * placedBytes)
  let page: Page | null = null
  let index = 0
  for (const leaf of leaves.inOrder()) {
    page ??= startPage(index / leavesOfPage, leaf, bytes)
    addLeaf(page, leaf, index++, snapshot)
    if (page.sums.length < leavesOfPage) continue
    yield page
    page = null
  }
}

const startPage = (number: number, { place }: PlacedLeaf, bytes: Buffer): Page => ({
  number,
  first: Buffer.from(place),
  sums: [],
  bytes,
})

function addLeaf(
  { sums, bytes }: Page,
  leaf: PlacedLeaf,
  index: number,
  snapshot: Uint8Array,
): void {
  const at = sums.length * placedBytes
  const sum = { amounts: leaf.amounts, hash: sha256(leafContent(snapshot, { ...leaf, index })) }
  bytes.set(leaf.place, at)
  writeSum(sum, bytes, at + placeBytes)
  sums.push(sum)
}

/** The pages are written as they are made: nothing is held but their tops. */
async function writePages(
  db: ClientBase,
  day: string,
  leaves: Leaves,
  snapshot: Uint8Array,
): Promise<Sum[]> {
  const tops: Sum[] = []
  for (const { number, first, sums, bytes } of pagesOf(leaves, snapshot)) {
    await insertPage(db, { day, number, first, leaves: bytes })
    tops.push(topOf({ hash: sha256, snapshot, sums, level: 0 }))
  }
  return tops
}

/** The books of the same snapshot say the same, or nothing is published. */
function compare(amounts: Amounts, totals: Map<string, bigint>): void {
  const kindOf = (claim: (typeof claims)[number]) => (claim === 'unassigned' ? 'suspense' : claim)
  for (const claim of claims)
    if (amounts[claim] !== (totals.get(kindOf(claim)) ?? 0n))
      throw new Error(`The tree has ${amounts[claim]} cents ${claim}, and the books have others`)
}

export const pageLevel = Math.log2(leavesOfPage)

function bytesOf(sums: readonly Sum[]): Buffer {
  const bytes = Buffer.alloc(sums.length * sumBytes)
  for (const [n, sum] of sums.entries()) writeSum(sum, bytes, n * sumBytes)
  return bytes
}

type Head = Pick<Manifest, 'day' | 'at' | 'auditRoot' | 'previous' | 'rates'>

const holdings = (totals: Map<string, bigint>): Manifest['holds'] => {
  const held = (kind: Kind) => String(-(totals.get(kind) ?? 0n))
  return {
    bank: held('client-bank'),
    BTC: held('client-wallet-btc'),
    USDT: held('client-wallet-usdt'),
  }
}

async function readRates(db: ClientBase): Promise<Manifest['rates']> {
  const rateOf = async (coin: Coin) => (await readWatch(db, coin))?.rate?.toString() ?? null
  return { BTC: await rateOf('BTC'), USDT: await rateOf('USDT') }
}

/** What is published of a tree whose pages have these tops. Throws where the books say otherwise. */
function manifestOf(
  { rates, ...head }: Head,
  firm: Signer,
  totals: Map<string, bigint>,
  { tops, leaves, snapshot }: { tops: readonly Sum[]; leaves: number; snapshot: Uint8Array },
): Manifest {
  const top = topOf({ hash: sha256, snapshot, sums: tops, level: pageLevel })
  compare(top.amounts, totals)
  return {
    format: 'glasshouse-liabilities-1',
    firm: firm.name,
    sample: firm.sample,
    ...head,
    leaves,
    root: Buffer.from(top.hash).toString('hex'),
    owed: writtenAmounts(top.amounts),
    own: Object.fromEntries(ownKinds.map((kind) => [kind, String(totals.get(kind) ?? 0n)])),
    holds: holdings(totals),
    rates,
    key: keyOf(firm),
  }
}

/** Within the transaction that has made the root. Throws where the books and the tree say different things. */
export async function buildProof(
  db: ClientBase,
  { day, root, at }: MadeRoot,
  firm: Signer,
): Promise<void> {
  const salt = randomBytes(hashBytes)
  const previous = await readLastHash(db)
  const totals = await readTotals(db)
  const rates = await readRates(db)
  const head = { day, at: isoFromInstant(at), auditRoot: root, previous, rates }
  const leaves = await gather(db, salt, totals)
  const snapshot = sha256(snapshotContent(head))
  const tops = await writePages(db, day, leaves, snapshot)
  const made = manifestOf(head, firm, totals, { tops, leaves: leaves.size, snapshot })
  const manifest = manifestText(made)
  const manifestHash = sha256(manifest)
  await insertProof(db, {
    day,
    salt,
    manifest,
    hash: manifestHash,
    previous,
    tops: bytesOf(tops),
    signature: firm.sample ? sampleSignature(manifest, day) : null,
  })
  await deleteOldPages(db, day)
  const owed = formatUsd(totalOf(owedIn(made)))
  await mailSubscribers(db, { day, hash: manifestHash.toString('hex'), total: owed })
}
