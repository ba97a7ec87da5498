/** The manifest that this browser has seen last: public, and kept until its reader logs out, so that a later one can be compared. */
import { storageNames } from '../../contract/browser-names.ts'
import type { KeptManifest } from '../../lib/liabilities/chain.ts'

const item = storageNames.proof

export function readKeptManifest(): KeptManifest | null {
  try {
    const kept = JSON.parse(localStorage.getItem(item) ?? 'null') as KeptManifest | null
    return typeof kept?.day === 'string' && typeof kept.hash === 'string' ? kept : null
  } catch {
    return null
  }
}

/** Where storage is forbidden nothing is kept, and every proof is the first that the browser sees. */
export function keepManifest({ day, hash }: KeptManifest): void {
  try {
    localStorage.setItem(item, JSON.stringify({ day, hash }))
  } catch {
    return
  }
}

export function forgetManifest(): void {
  try {
    localStorage.removeItem(item)
  } catch {
    return
  }
}
