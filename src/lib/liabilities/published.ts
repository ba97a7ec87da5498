/**
 * What anybody can check of a day's proof without an account: that the file is the one a page names, what it adds up to, which
 * file it rests on, and whose signature it wears. It says nothing of anybody's own money.
 */
import { formatUsd } from '../money.ts'
import { owedIn, total } from './format.ts'
import { isSigned, manifestHash, ProofFault, readManifest, type Digest } from './proof.ts'
import { signedSentence } from './words.ts'

/** What a page shows of a day, in the words in which it shows it. */
export type ShownDay = { day: string; hash: string; total: string }

/** To the letter, as they were loaded; null: there is none. */
export type PublishedFiles = {
  manifest: string
  /** The manifest before it. */
  previous: string | null
  signature: string | null
}

const fault = (why: string): never => {
  throw new ProofFault(why)
}

/** One sentence for each step that was checked. Throws `ProofFault` at the first that fails. */
export async function checkPublished(
  shown: ShownDay,
  { manifest: text, previous, signature }: PublishedFiles,
  digest: Digest,
): Promise<string[]> {
  const hash = await manifestHash(digest, text)
  if (hash !== shown.hash) fault('The day’s file doesn’t have the hash that came with this page.')
  const manifest = readManifest(text)
  if (manifest.day !== shown.day) fault('The day’s file is of another day.')
  const owed = formatUsd(total(owedIn(manifest)))
  if (owed !== shown.total)
    fault(`The day’s file comes to ${owed}, and this page shows another sum.`)
  const signed = isSigned({ manifest: text, signature }, manifest)
  return [
    `The day’s file has the hash that came with this page: ${hash}.`,
    `Its five kinds of claims come to ${owed}, as shown here.`,
    await restsOnSentence(manifest.previous, previous, digest),
    signedSentence({ manifest, signed }),
  ]
}

async function restsOnSentence(
  named: string | null,
  previous: string | null,
  digest: Digest,
): Promise<string> {
  if (named === null) return 'It is the first proof: there is none before it to rest on.'
  if (previous === null) return 'It names a proof before it, which isn’t published here any more.'
  if ((await manifestHash(digest, previous)) !== named)
    fault('It doesn’t rest on the proof before it: one of the two was changed.')
  return 'It rests on the proof before it: changing that one would change this one’s hash.'
}
