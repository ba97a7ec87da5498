/** Manifests, each naming the one before it: whoever has kept one can tell whether what is shown later still rests on it. */
import { manifestHash, ProofFault, readManifest, type Checked, type Digest } from './proof.ts'

/** What has to be kept of a manifest to know it again. */
export type KeptManifest = { day: string; hash: string }

export type Link = KeptManifest & { previous: string | null }

function manifestOfLine(line: string): string {
  try {
    const { manifest } = JSON.parse(line) as { manifest?: unknown }
    if (typeof manifest === 'string') return manifest
  } catch {
    // Said below.
  }
  throw new ProofFault('The list of all manifests can’t be read.')
}

/** Of the file of all manifests, a line each: no day comes twice, so that no second one of a day rests on the first. Throws `ProofFault`. */
export async function readLinks(text: string, digest: Digest): Promise<Link[]> {
  const links: Link[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const manifest = manifestOfLine(line)
    const { day, previous } = readManifest(manifest)
    if (links.length > 0 && day <= links.at(-1)!.day)
      throw new ProofFault('The list of all manifests has two of one day, or isn’t in their order.')
    links.push({ day, previous, hash: await manifestHash(digest, manifest) })
  }
  return links
}

/** Whether the later manifest rests on the earlier one, by the hashes that each one names. */
export function restsOn(links: readonly Link[], later: string, earlier: string): boolean {
  const byHash = new Map(links.map((link) => [link.hash, link]))
  for (let at: string | null = later; at !== null; at = byHash.get(at)?.previous ?? null)
    if (at === earlier) return true
  return false
}

/** What somebody kept elsewhere: a manifest, or its hash alone, which doesn’t say of which day it is. Throws `ProofFault`. */
export async function readKept(
  text: string,
  digest: Digest,
): Promise<{ hash: string; day: string | null }> {
  const written = text.replaceAll('\r\n', '\n').trim()
  if (/^[0-9a-f]{64}$/i.test(written)) return { hash: written.toLowerCase(), day: null }
  // Its last line break is easily lost when it is copied.
  const manifest = `${written}\n`
  if (!manifest.startsWith('{'))
    throw new ProofFault('This is neither a manifest nor the 64 digits of its hash.')
  return { hash: await manifestHash(digest, manifest), day: readManifest(manifest).day }
}

/** How a proof's manifest goes with the one that was kept, where the list of all of them isn't at hand. Throws `ProofFault`. */
export function comparedSentence(
  { hash, day }: { hash: string; day: string | null },
  { manifest, manifestHash: own }: Pick<Checked, 'manifest' | 'manifestHash'>,
): string {
  if (hash === own) return 'It is the manifest that you kept.'
  if (hash === manifest.previous && (day === null || day < manifest.day))
    return 'It rests on the manifest that you kept, the one before it.'
  throw new ProofFault(
    day === null || day === manifest.day
      ? 'It isn’t the manifest that you kept.'
      : `The manifest that you kept is of ${day}, and this proof of ${manifest.day}: take a proof of the same day.`,
  )
}
