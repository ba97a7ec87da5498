/**
 * Checks that somebody's balances are in the sum that the firm says it owes: the same code for a browser, a file that needs no
 * server, and the command line. It trusts nothing that it is given; docs/proof-format.md says what each step shows.
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isSignedBy, readPublicKey } from '../minisign.ts'
import type { Coin } from '../exchange-rate.ts'
import { dayMs } from '../instant.ts'
import type { Cents } from '../money.ts'
import { isCleanText } from '../text.ts'
import {
  added,
  areEqual,
  claims,
  hashBytes,
  largestAmount,
  leafContent,
  noAmounts,
  nodeContent,
  nonceBytes,
  partsEach,
  smallestDepth,
  type Amounts,
  type Sum,
} from './format.ts'
import { isSampleKey } from './sample-key.ts'

/** Why a proof proves nothing, in a sentence. */
export class ProofFault extends Error {}

const fault = (why: string): never => {
  throw new ProofFault(why)
}

/** SHA-256, as browsers and Node have it. */
export type Digest = (bytes: Uint8Array) => Promise<Uint8Array>

/** What the firm says of a day, for everybody. */
export type Manifest = {
  format: 'glasshouse-liabilities-1'
  firm: string
  /** Play money of a demonstration. */
  sample: boolean
  day: string
  /** The moment that the balances are of. */
  at: string
  /** Of that day and moment: over everybody's chain of activity. */
  auditRoot: string
  /** The SHA-256 of the manifest before it. */
  previous: string | null
  leaves: number
  root: string
  /** In cents. */
  owed: Record<(typeof claims)[number], string>
  /** The firm's own, in cents: nobody's claim. */
  own: Record<string, string>
  /** What the books say is there against it: cents at banks, satoshi, millionths of a USDT. Nothing here proves that it is. */
  holds: Record<'bank' | Coin, string>
  /** Of the last look, in millionths of a dollar for a coin; null where there was none. */
  rates: Record<Coin, string | null>
  /** Whose signatures count, as minisign prints a public key; null where the firm signs nothing. */
  key: string | null
}

/** Amounts in the order of the claims, without their names: a path of a million people stays below 4 kB. */
export type PathStep = { amounts: string[]; hash: string }
export type PartOfProof = {
  part: number
  index: number
  amounts: Record<string, string>
  nonce: string
  path: PathStep[]
}

/** One person's: nobody else can make it, and it names nobody else. What stands beside the way are shares of others' money. */
export type Proof = {
  format: 'glasshouse-proof-1'
  account: string
  /** As it was published, to the letter. */
  manifest: string
  /** As minisign writes it; null where the firm has not signed that day. */
  signature: string | null
  parts: PartOfProof[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string, what: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    fault(`The ${what} can’t be read.`)
  }
  return isObject(value) ? value : fault(`The ${what} can’t be read.`)
}

function bytesOfHex(text: unknown, length: number): Uint8Array {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text))
    return fault('A hash isn’t written as one.')
  return hexToBytes(text)
}

function centsOf(text: unknown): Cents {
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,18})$/.test(text))
    return fault('An amount isn’t a whole number of cents from zero on.')
  const cents = BigInt(text)
  return cents <= largestAmount ? cents : fault('An amount is more than a balance can be.')
}

function amountsOf(written: unknown): Amounts {
  if (!isObject(written) || Object.keys(written).join() !== claims.join())
    return fault('Some kinds of claims are missing, or others are there.')
  const amounts = { ...noAmounts }
  for (const claim of claims) amounts[claim] = centsOf(written[claim])
  return amounts
}

function amountsInOrder(written: unknown): Amounts {
  if (!Array.isArray(written) || written.length !== claims.length)
    return fault('Some kinds of claims are missing, or others are there.')
  const amounts = { ...noAmounts }
  for (const [n, claim] of claims.entries()) amounts[claim] = centsOf(written[n])
  return amounts
}

export const writtenAmounts = (amounts: Amounts): Record<(typeof claims)[number], string> => {
  const written = {} as Record<(typeof claims)[number], string>
  for (const claim of claims) written[claim] = String(amounts[claim])
  return written
}

const manifestNames =
  'format,firm,sample,day,at,auditRoot,previous,leaves,root,owed,own,holds,rates,key'

/** As it is published: one form for one content, so that nothing can be changed in it unseen. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** Books may say that less than nothing is there; then it isn't hidden. */
function checkHoldings({ holds, rates }: Manifest): void {
  const isNumber = (text: unknown) => typeof text === 'string' && /^(0|-?[1-9]\d{0,18})$/.test(text)
  if (
    !isObject(holds) ||
    !isObject(rates) ||
    Object.keys(holds).join() !== 'bank,BTC,USDT' ||
    Object.keys(rates).join() !== 'BTC,USDT' ||
    !Object.values(holds).every(isNumber) ||
    !Object.values(rates).every((rate) => rate === null || isNumber(rate))
  )
    fault('What the manifest says is held isn’t written as that.')
}

/** A root is made of the last day that has ended, so that a moment of another day is a moment that was chosen. */
function checkMoment({ day, at }: Manifest): void {
  const time = /^[1-9]\d{3}-/.test(at) ? Date.parse(at) : Number.NaN
  const isInstant = !Number.isNaN(time) && new Date(time).toISOString() === at
  if (!isInstant || new Date(time - dayMs).toISOString().slice(0, 10) !== day)
    fault('Its moment isn’t one of the day after its day.')
}

/** Throws `ProofFault`. */
export function readManifest(text: string): Manifest {
  const read = parse(text, 'manifest')
  if (Object.keys(read).join() !== manifestNames || read.format !== 'glasshouse-liabilities-1')
    fault('The manifest isn’t of the form that this check knows.')
  const manifest = read as Manifest
  const { firm, day, at, sample, leaves, key } = manifest
  const types = [firm, day, at, sample, leaves].map((value) => typeof value).join()
  if (types !== 'string,string,string,boolean,number' || !isObject(manifest.own))
    fault('The manifest isn’t of the form that this check knows.')
  if (key !== null && (typeof key !== 'string' || readPublicKey(key) === null))
    fault('The manifest’s key isn’t one.')
  // Where it is printed, a name could write lines of its own.
  if (!isCleanText(firm)) fault('The firm’s name has characters that no name has.')
  if (manifestText(manifest) !== text)
    fault('The manifest isn’t written the way manifests are written.')
  checkMoment(manifest)
  if (key !== null && !sample && isSampleKey(key))
    fault('It names the key of demonstrations, which is no secret, and says that it is none.')
  const depth = Math.log2(manifest.leaves)
  if (!Number.isInteger(depth) || depth < smallestDepth || depth > 40)
    fault('The number of leaves isn’t one that a tree has.')
  amountsOf(manifest.owed)
  for (const cents of Object.values(manifest.own)) centsOf(cents)
  checkHoldings(manifest)
  bytesOfHex(manifest.root, hashBytes)
  bytesOfHex(manifest.auditRoot, hashBytes)
  if (manifest.previous !== null) bytesOfHex(manifest.previous, hashBytes)
  return manifest
}

export const proofText = (proof: Proof): string => JSON.stringify(proof)

/** Throws `ProofFault`. */
export function readProof(text: string): Proof {
  const read = parse(text, 'file')
  if (
    Object.keys(read).join() !== 'format,account,manifest,signature,parts' ||
    read.format !== 'glasshouse-proof-1' ||
    typeof read.account !== 'string' ||
    !/^[ -~]{13}$/.test(read.account) ||
    typeof read.manifest !== 'string' ||
    (read.signature !== null && typeof read.signature !== 'string') ||
    !Array.isArray(read.parts) ||
    !read.parts.every(
      (part) => isObject(part) && Object.keys(part).join() === 'part,index,amounts,nonce,path',
    )
  )
    fault('The file isn’t a proof of the form that this check knows.')
  const proof = read as Proof
  if (proofText(proof) !== text.trim()) fault('The file isn’t written the way proofs are written.')
  return proof
}

/** What makes every hash of a day's tree that day's alone. */
export function snapshotContent({
  day,
  at,
  auditRoot,
  previous,
}: Pick<Manifest, 'day' | 'at' | 'auditRoot' | 'previous'>): string {
  return `glasshouse liabilities 1\n${day}\n${at}\n${auditRoot}\n${previous ?? 'none'}\n`
}

/** What has to be kept elsewhere to know a manifest again: one value for the day and all days before it. */
export const manifestHash = async (digest: Digest, text: string): Promise<string> =>
  bytesToHex(await digest(utf8ToBytes(text)))

/** A part's way up: from its leaf to the root, with what each node is found to be. */
export type Climb = { part: number; index: number; amounts: Amounts; nodes: Sum[] }

async function climbPart(
  digest: Digest,
  snapshot: Uint8Array,
  depth: number,
  account: string,
  { part, index, nonce, path, amounts: written }: PartOfProof,
): Promise<Climb> {
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** depth)
    fault('A leaf stands outside of the tree.')
  if (!Array.isArray(path) || path.length !== depth)
    fault('A path is longer or shorter than the tree is high.')
  const amounts = amountsOf(written)
  const leaf = { index, account, part, amounts, nonce: bytesOfHex(nonce, nonceBytes) }
  const nodes: Sum[] = [{ amounts, hash: await digest(leafContent(snapshot, leaf)) }]
  for (const [below, step] of path.entries()) {
    if (!isObject(step) || Object.keys(step).join() !== 'amounts,hash')
      fault('A step of a path isn’t of the form that this check knows.')
    const beside: Sum = {
      amounts: amountsInOrder(step.amounts),
      hash: bytesOfHex(step.hash, hashBytes),
    }
    const from = nodes[below]!
    const isRight = ((BigInt(index) >> BigInt(below)) & 1n) === 1n
    const [left, right] = isRight ? [beside, from] : [from, beside]
    nodes.push({
      amounts: added(left.amounts, right.amounts) ?? fault('A sum is more than a balance can be.'),
      hash: await digest(nodeContent(snapshot, below + 1, left, right)),
    })
  }
  return { part, index, amounts, nodes }
}

export type Checked = {
  manifest: Manifest
  manifestHash: string
  /** What the leaves say that the firm owes this account: to be compared with what its owner knows. */
  amounts: Amounts
  climbs: Climb[]
  /** By the manifest's own key. */
  signed: boolean
}

/** What the person knows without the firm. */
export type Known = {
  account: string
  /** Of a manifest that was kept, of this day; null where none was. */
  manifestHash: string | null
}

/** Whether the firm has signed it. Throws `ProofFault` where there is a signature that isn't its key's. */
export function isSigned(
  { manifest: text, signature }: Pick<Proof, 'manifest' | 'signature'>,
  { key }: Manifest,
): boolean {
  if (signature === null) return false
  if (key === null) return fault('It is signed, and the manifest names no key.')
  return (
    isSignedBy(readPublicKey(key)!, text, signature) ||
    fault('The signature isn’t one of the manifest’s key over this manifest.')
  )
}

/** Throws `ProofFault` where the proof doesn't show that the account's leaves are in the manifest's sum. */
export async function checkProof(proof: Proof, known: Known, digest: Digest): Promise<Checked> {
  const manifest = readManifest(proof.manifest)
  const hash = await manifestHash(digest, proof.manifest)
  if (known.manifestHash !== null && known.manifestHash !== hash)
    fault('It is of another manifest than the one that was kept.')
  if (proof.account !== known.account) fault('It is another account’s.')
  const parts = proof.parts.map(({ part }) => part)
  if (parts.join() !== Array.from({ length: partsEach }, (_, n) => n + 1).join())
    fault('Some parts of the account are missing, or stand there twice.')
  if (new Set(proof.parts.map(({ index }) => index)).size !== partsEach)
    fault('Two parts of the account are the same leaf.')
  const signed = isSigned(proof, manifest)
  const snapshot = await digest(utf8ToBytes(snapshotContent(manifest)))
  const depth = Math.log2(manifest.leaves)
  const climbs: Climb[] = []
  for (const part of proof.parts)
    climbs.push(await climbPart(digest, snapshot, depth, proof.account, part))
  const owed = amountsOf(manifest.owed)
  let amounts = noAmounts
  for (const climb of climbs) {
    const top = climb.nodes.at(-1)!
    if (bytesToHex(top.hash) !== manifest.root)
      fault(
        'The path doesn’t lead to the manifest’s root: it was changed, or never was in the sum.',
      )
    if (!areEqual(top.amounts, owed)) fault('The path’s sum isn’t the sum of the manifest.')
    amounts = added(amounts, climb.amounts) ?? fault('The parts are more than a balance can be.')
  }
  return { manifest, manifestHash: hash, amounts, climbs, signed }
}
