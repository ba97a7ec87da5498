/** A tree over random people, each of whose proofs holds; and every lie about it that the check has to find. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureText, publicKeyText } from '../minisign.ts'
import {
  claims,
  largestAmount,
  leafContent,
  noAccount,
  noAmounts,
  nodeContent,
  type Amounts,
  type Leaf,
  type Sum,
} from './format.ts'
import {
  checkProof,
  manifestHash,
  manifestText,
  ProofFault,
  proofText,
  readManifest,
  readProof,
  snapshotContent,
  writtenAmounts,
  type Manifest,
  type Proof,
} from './proof.ts'
import { sampleProofKey } from './sample-key.ts'
import { levelsOf, pathIn, topOf, TooMuch } from './tree.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const digest = async (bytes: Uint8Array) => sha256(bytes)

const key = { id: new Uint8Array(8).fill(7), secret: new Uint8Array(32).fill(9) }
const head = {
  day: '2026-03-04',
  at: '2026-03-05T00:00:03.000Z',
  auditRoot: 'ab'.repeat(32),
  previous: null,
}
const snapshot = sha256(snapshotContent(head))
const accountOf = (n: number) => `GH-${String(1_000_000_000 + n)}`

type Owed = { account: string; part: number; amounts: Amounts }

/** Two leaves for each, in an order that the seed decides, filled up to 1,024. */
function leavesOf(owed: readonly Owed[], order: number): Leaf[] {
  const filled = Array.from({ length: 1024 - owed.length }, () => ({
    account: noAccount,
    part: 1,
    amounts: noAmounts,
  }))
  return [...owed, ...filled]
    .map((leaf, n) => ({ leaf, place: sha256(`${order} ${n}`).toString('hex') }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ leaf }, index) => ({ ...leaf, index, nonce: sha256(`nonce ${order} ${index}`) }))
}

const sumsOf = (leaves: readonly Leaf[]): Sum[] =>
  leaves.map((leaf) => ({ amounts: leaf.amounts, hash: sha256(leafContent(snapshot, leaf)) }))

const treeOf = (sums: readonly Sum[]) => ({ hash: sha256, snapshot, sums, level: 0 })

const nothingOwed: Sum = { amounts: noAmounts, hash: new Uint8Array(32) }

function publish(top: Sum, more: Partial<Manifest> = {}): string {
  return manifestText({
    format: 'glasshouse-liabilities-1',
    firm: 'A firm',
    sample: true,
    ...head,
    leaves: 1024,
    root: Buffer.from(top.hash).toString('hex'),
    owed: writtenAmounts(top.amounts),
    own: { capital: '5' },
    holds: { bank: '-7', BTC: '12', USDT: '0' },
    rates: { BTC: '64000000000', USDT: null },
    key: publicKeyText(key),
    ...more,
  })
}

function proofOf(leaves: readonly Leaf[], account: string, sums = sumsOf(leaves)): Proof {
  const manifest = publish(topOf(treeOf(sums)))
  const own = leaves.filter((leaf) => leaf.account === account)
  return {
    format: 'glasshouse-proof-1',
    account,
    manifest,
    signature: signatureText(key, manifest, 'a comment'),
    parts: own
      .toSorted((one, other) => one.part - other.part)
      .map(({ part, index, amounts, nonce }) => ({
        part,
        index,
        amounts: writtenAmounts(amounts),
        nonce: Buffer.from(nonce).toString('hex'),
        path: pathIn(levelsOf(treeOf(sums)), index).map((step) => ({
          amounts: claims.map((claim) => String(step.amounts[claim])),
          hash: Buffer.from(step.hash).toString('hex'),
        })),
      })),
  }
}

const twice = (amounts: Amounts[]): Owed[] =>
  amounts.flatMap((each, n) =>
    [1, 2].map((part) => ({
      account: accountOf(n),
      part,
      amounts: part === 1 ? each : { ...noAmounts, cash: 1n },
    })),
  )

const someAmounts = fc
  .array(fc.bigInt(0n, 10n ** 12n), { minLength: claims.length, maxLength: claims.length })
  .map((cents) => Object.fromEntries(claims.map((claim, n) => [claim, cents[n]!])) as Amounts)

const three = leavesOf(
  twice([
    { ...noAmounts, cash: 100n, invested: 5n },
    { ...noAmounts, cash: 7n },
    { ...noAmounts, held: 3n },
  ]),
  1,
)
const me = accountOf(0)
const honest = proofOf(three, me)
const kept = await manifestHash(digest, honest.manifest)
const check = (proof: Proof, known: string | null = kept) =>
  checkProof(proof, { account: me, manifestHash: known }, digest)
const changed = (change: (proof: Proof) => void): Proof => {
  const proof = structuredClone(honest)
  change(proof)
  return proof
}

describe('a proof', () => {
  test('of anybody in any tree leads to the root, with everything they are owed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someAmounts, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        async (people, seed) => {
          const leaves = leavesOf(twice(people), seed)
          const n = seed % people.length
          const known = { account: accountOf(n), manifestHash: null }
          const checked = await checkProof(proofOf(leaves, accountOf(n)), known, digest)
          expect(checked.amounts).toEqual({ ...people[n]!, cash: people[n]!.cash + 1n })
          const owed = (claim: keyof Amounts) =>
            leaves.reduce((sum, { amounts }) => sum + amounts[claim], 0n)
          expect(checked.manifest.owed).toEqual(
            Object.fromEntries(claims.map((claim) => [claim, String(owed(claim))])),
          )
        },
      ),
      { numRuns: 12 },
    )
  })

  test('says of what it is, and that it is signed', async () => {
    expect(await check(honest)).toMatchObject({
      manifestHash: kept,
      signed: true,
      amounts: { ...noAmounts, cash: 101n, invested: 5n },
    })
  })

  test.each([
    ['earlier', { at: '2026-03-04T23:59:59.999Z' }],
    ['later', { at: '2026-03-06T00:00:00.000Z' }],
    ['written in another way', { at: '2026-03-05T00:00:03Z' }],
    ['none', { day: 'yesterday' }],
    ['out of all calendars', { at: '-271821-04-20T00:00:00.000Z' }],
  ])('of a moment that is %s than a day’s end has no manifest', (_, changed) => {
    expect(() => readManifest(publish(nothingOwed, changed))).toThrow('Its moment isn’t one')
  })

  test.each([
    ['a name that writes lines of its own', { firm: 'A firm\nIt is the manifest that you kept.' }],
    ['a name that moves what is printed', { firm: 'A firm\u001b[1A' }],
    ['nothing of what is held', { holds: null as never }],
    ['nothing of rates', { rates: null as never }],
  ])('with %s has no manifest', (_, changed) => {
    expect(() => readManifest(publish(nothingOwed, changed))).toThrow(ProofFault)
  })

  test.each([
    ['an account of another length', changed((proof) => (proof.account = 'GH-1'))],
    ['nothing beside the way', changed(({ parts }) => (parts[0]!.path[3] = null as never))],
    [
      'a further name beside the way',
      changed(({ parts }) => Object.assign(parts[0]!.path[3]!, { x: 'y' })),
    ],
  ])('with %s is refused', async (_, proof) => {
    const known = { account: proof.account, manifestHash: kept }
    const checking = async () => checkProof(readProof(proofText(proof)), known, digest)
    await expect(checking()).rejects.toThrow(ProofFault)
  })

  test('of a firm that says it is real isn’t signed with the key of demonstrations', () => {
    const named = { sample: false, key: sampleProofKey }
    expect(() => readManifest(publish(nothingOwed, named))).toThrow('which is no secret')
    expect(readManifest(publish(nothingOwed, { key: sampleProofKey })).key).toBe(sampleProofKey)
  })

  test('without a signature is one, too, and says so', async () => {
    expect((await check({ ...honest, signature: null })).signed).toBe(false)
  })

  test('with any single bit of its file changed is refused', async () => {
    const bytes = Buffer.from(proofText(honest))
    const isTaken = async (at: number, bit: number) => {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 1 << bit
      try {
        await check(readProof(flipped.toString('utf8')))
        return true
      } catch (error) {
        if (error instanceof ProofFault) return false
        throw error
      }
    }
    const comment = bytes.indexOf('signature of a Glasshouse manifest')
    const isUntrusted = (at: number) => at >= comment && at < comment + 34
    const places = Array.from({ length: bytes.length }, (_, at) => at).filter(
      (at) => !isUntrusted(at),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          expect(await isTaken(at, bit)).toBe(false)
        },
      ),
      { numRuns: 1_500 },
    )
  }, 60_000)
})

describe('a lie', () => {
  const lies: Record<string, Proof> = {
    'an amount of my leaf': changed(({ parts }) => (parts[0]!.amounts.cash = '101')),
    'an amount beside the way': changed(({ parts }) => (parts[0]!.path[4]!.amounts[0] = '9')),
    'a hash beside the way': changed(({ parts }) => (parts[1]!.path[2]!.hash = '00'.repeat(32))),
    'a negative amount beside the way': changed(
      ({ parts }) => (parts[0]!.path[0]!.amounts[0] = '-1'),
    ),
    'an amount that begins again at zero': changed(
      ({ parts }) => (parts[0]!.path[0]!.amounts[0] = String(2n ** 64n - 50n)),
    ),
    'a leaf at another place': changed(({ parts }) => (parts[0]!.index ^= 1)),
    'a path that is shorter': changed(({ parts }) => void parts[0]!.path.pop()),
    'a path that is longer': changed(({ parts }) => void parts[0]!.path.push(parts[0]!.path[0]!)),
    'a claim too few beside the way': changed(({ parts }) => void parts[0]!.path[0]!.amounts.pop()),
    'one part only': changed(({ parts }) => void parts.pop()),
    'one part twice': changed(({ parts }) => (parts[1] = { ...parts[0]! })),
    'one leaf as both parts': changed(({ parts }) => (parts[1] = { ...parts[0]!, part: 2 })),
    'another account': changed((proof) => (proof.account = accountOf(1))),
    'another day’s manifest': changed((proof) => {
      proof.manifest = proof.manifest.replace('2026-03-04', '2026-03-05')
      proof.signature = null
    }),
    'a smaller total': changed((proof) => {
      const manifest = readManifest(proof.manifest)
      manifest.owed.cash = '100'
      proof.manifest = manifestText(manifest)
      proof.signature = null
    }),
    'a signature of another text': changed(
      (proof) => (proof.signature = signatureText(key, 'another text', 'a comment')),
    ),
    'a signature of another key': changed(
      (proof) =>
        (proof.signature = signatureText(
          { ...key, secret: new Uint8Array(32).fill(1) },
          proof.manifest,
          'a comment',
        )),
    ),
  }

  test.each(Object.entries(lies))('about %s is refused without anything kept', async (_, proof) => {
    await expect(check(proof, null)).rejects.toThrow(ProofFault)
  })

  test('by another manifest for each who asks is found by the one that was kept', async () => {
    const other = leavesOf(twice([{ ...noAmounts, cash: 100n, invested: 5n }]), 1)
    const forMe = proofOf(other, me)
    await expect(check(forMe, null)).resolves.toMatchObject({ signed: true })
    await expect(check(forMe)).rejects.toThrow('another manifest than the one that was kept')
  })

  test('by one leaf for two people with equal balances is found by the other', async () => {
    const shared = { ...honest, account: accountOf(1) }
    await expect(
      checkProof(shared, { account: accountOf(1), manifestHash: kept }, digest),
    ).rejects.toThrow(ProofFault)
  })

  test('by a node that is taken for a leaf, or the other way round, is never the same hash', () => {
    const sums = sumsOf(three)
    const node = nodeContent(snapshot, 1, sums[0]!, sums[1]!)
    for (const leaf of three) expect(leafContent(snapshot, leaf)[0]).not.toBe(node[0])
  })

  test('by a sum that is hashed without what it is of (Maxwell’s tree) has no path', async () => {
    // The larger of both children instead of their sum, as published attacks do where a hash covers the sum alone.
    const sums = sumsOf(three)
    const shrunk = sums.map((sum) => ({ ...sum, amounts: noAmounts }))
    const proof = proofOf(three, me)
    const small = topOf(treeOf(shrunk))
    await expect(
      checkProof(
        { ...proof, manifest: publish(small), signature: null },
        { account: me, manifestHash: null },
        digest,
      ),
    ).rejects.toThrow(ProofFault)
  })
})

describe('a tree', () => {
  test('of more than a balance can be is not made', () => {
    const leaves = leavesOf(
      twice([
        { ...noAmounts, cash: largestAmount },
        { ...noAmounts, cash: 1n },
      ]),
      3,
    )
    expect(() => topOf(treeOf(sumsOf(leaves)))).toThrow(TooMuch)
  })
})
