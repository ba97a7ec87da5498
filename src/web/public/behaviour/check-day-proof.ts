import { ProofFault } from '../../../lib/liabilities/proof.ts'
import { checkPublished, type ShownDay } from '../../../lib/liabilities/published.ts'
import { digest } from '../../ui/digest.ts'

export type Said = { tone: 'good' | 'bad'; words: string; steps: string[] }

/** Null where there is none; anything else that isn’t there could not be loaded. */
async function textAt(path: string): Promise<string | null> {
  const reply = await fetch(path)
  if (reply.ok) return reply.text()
  if (reply.status === 404) return null
  throw new Error(`${path} answered ${reply.status}`)
}

/** Rejects where a file could not be loaded. */
export async function checkDayProof(shown: ShownDay, before: string | null): Promise<Said> {
  const file = `/proofs/${shown.day}.json`
  const [manifest, signature, previous] = await Promise.all([
    textAt(file),
    textAt(`${file}.minisig`),
    before && textAt(`/proofs/${before}.json`),
  ])
  if (manifest === null)
    return { tone: 'bad', words: 'Not shown. The day’s file isn’t there any more.', steps: [] }
  try {
    const steps = await checkPublished(shown, { manifest, previous, signature }, digest)
    return { tone: 'good', words: 'It holds. Your browser has just checked:', steps }
  } catch (error) {
    // Whatever else goes wrong in it, it shows nothing either.
    const why = error instanceof ProofFault ? error.message : 'The proof can’t be read.'
    const words = `Not shown. ${why} Please ask our support, or an auditor.`
    return { tone: 'bad', words, steps: [] }
  }
}
