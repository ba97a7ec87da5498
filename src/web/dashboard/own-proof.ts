/** Whether the own money is counted, found out by this browser from what the server sent, and compared with what was kept. */
import { readKept, readLinks, restsOn, type KeptManifest } from '../../lib/liabilities/chain.ts'
import {
  checkProof,
  ProofFault,
  readManifest,
  readProof,
  type Checked,
  type Proof,
} from '../../lib/liabilities/proof.ts'
import { keepManifest, readKeptManifest } from '../api/kept-manifest.ts'
import { showDay } from '../ui/dates.ts'
import { digest } from '../ui/digest.ts'

/** How the manifest goes with the one that this browser kept: `connected` where one of them rests on the other. */
export type Kept = { is: 'first' } | { is: 'same' | 'connected' | 'unknown'; day: string }

export type Counted = { is: 'counted'; checked: Checked; proof: Proof; kept: Kept }
export type Outcome = Counted | { is: 'not-counted'; why: string }

/** Every manifest there is, by which two days are connected; null where it can't be had now. */
async function readAll(): Promise<string | null> {
  const reply = await fetch('/proofs/all.jsonl').catch(() => null)
  return reply?.ok ? reply.text().catch(() => null) : null
}

async function compareWithKept({ manifest, manifestHash }: Checked): Promise<Kept> {
  const kept = readKeptManifest()
  if (kept === null) return { is: 'first' }
  const { day } = kept
  // Of the same day it was compared by the check itself.
  if (day === manifest.day) return { is: 'same', day }
  if (day < manifest.day && manifest.previous === kept.hash) return { is: 'connected', day }
  const all = await readAll()
  if (all === null) return { is: 'unknown', day }
  const links = await readLinks(all, digest)
  const [later, earlier] =
    day < manifest.day ? [manifestHash, kept.hash] : [kept.hash, manifestHash]
  if (!restsOn(links, later, earlier))
    throw new ProofFault(
      `The manifests of ${showDay(manifest.day)} and of ${showDay(day)}, which this browser has kept, aren’t in one chain.`,
    )
  return { is: 'connected', day }
}

/** The newest that holds is kept. One that can't be connected yet doesn't take the place of the one that was. */
function keepNewest({ manifest: { day }, manifestHash }: Checked, kept: Kept): void {
  const last: KeptManifest | null = readKeptManifest()
  if (kept.is !== 'unknown' && (last === null || last.day < day))
    keepManifest({ day, hash: manifestHash })
}

async function check(text: string, account: string, day: string | null): Promise<Counted> {
  const proof = readProof(text)
  const manifest = readManifest(proof.manifest)
  if (day !== null && manifest.day !== day) throw new ProofFault('It is of another day.')
  const last = readKeptManifest()
  const manifestHash = last?.day === manifest.day ? last.hash : null
  const checked = await checkProof(proof, { account, manifestHash }, digest)
  const kept = await compareWithKept(checked)
  keepNewest(checked, kept)
  return { is: 'counted', checked, proof, kept }
}

/** `day`: the one that was asked for; null for the newest. */
export async function checkOwn(
  text: string,
  account: string,
  day: string | null,
): Promise<Outcome> {
  performance.mark('proof-check')
  try {
    return await check(text, account, day)
  } catch (error) {
    // Whatever else goes wrong in it, it shows nothing either.
    const why = error instanceof ProofFault ? error.message : 'The proof can’t be read.'
    return { is: 'not-counted', why }
  } finally {
    performance.measure('proof-checked', 'proof-check')
  }
}

/** Between its opening and its first proof an account is in none; within a minute of a proof, either may be the earlier. */
export const wasThere = (createdAt: string, { at }: { at: string }): boolean =>
  Date.parse(createdAt) < Date.parse(at) - 60_000

/** What came of comparing a day's manifest with one that was kept elsewhere. */
export type Compared =
  | { is: 'same' }
  | { is: 'earlier' | 'later'; day: string }
  | { is: 'different' }
  | { is: 'unknown' }

/** Throws `ProofFault` where the text is neither a manifest nor a hash. */
export async function compareWith(text: string, { manifestHash }: Checked): Promise<Compared> {
  const { hash } = await readKept(text, digest)
  if (hash === manifestHash) return { is: 'same' }
  const all = await readAll()
  if (all === null) return { is: 'unknown' }
  const links = await readLinks(all, digest)
  const found = links.find((link) => link.hash === hash)
  if (found && restsOn(links, manifestHash, hash)) return { is: 'earlier', day: found.day }
  if (found && restsOn(links, hash, manifestHash)) return { is: 'later', day: found.day }
  return { is: 'different' }
}
