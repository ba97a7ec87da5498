/** Hashes computed in the browser, out of what the server sent, so that its word needn't be taken for how links fit together. */
import type { AuditPart, AuditRecord } from '../../../contract/audit.ts'

/** Only pages that came by https or from this machine can compute. */
export const canCompute = () => window.isSecureContext && 'subtle' in window.crypto

async function sha256(text: string): Promise<string> {
  const digest = await window.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `fault`: the first link that isn't what it should be. `saw`: the command that is shown was among them. */
export type Computed = { count: number; fault: string | null; saw: boolean; end: string | null }

export const nothingComputed: Computed = { count: 0, fault: null, saw: false, end: null }

/** The links of a part, computed again after those before it. The command that is shown is digested from its own text. */
export async function computePart(
  before: Computed,
  part: AuditPart,
  { item, command }: AuditRecord,
): Promise<Computed> {
  const now = { ...before }
  if (part.before !== before.end)
    return { ...now, fault: 'this part does not go on from the one before' }
  const own = command && (await sha256(command.text))
  for (const { label, values, hash, commandId } of part.links) {
    const isShown = commandId === item.id
    const whole = isShown && own !== null ? [...values.slice(0, -1), own] : values
    if ((await sha256(JSON.stringify([label, now.end, ...whole]))) !== hash)
      return { ...now, fault: `the link of command ${commandId} has another hash` }
    now.end = hash
    now.count += 1
    now.saw ||= isShown
  }
  return now
}
