/** The page that says that one is offline, kept by the browser of whoever is signed in: see `src/http/pages/offline.ts`. */
import { trustedTypeOfWorker, workerPath } from '../../contract/browser-names.ts'

type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): { createScriptURL(text: string): string }
}

let isAsked = false

/** Once a page, after all that it needs itself. Where the browser has no workers, or forbids storage, nothing is kept. */
export function keepOfflinePage(): void {
  if (isAsked || !('serviceWorker' in navigator)) return
  isAsked = true
  // The policy of the page lets this one rule name a script, and it names no other.
  const { trustedTypes } = window as { trustedTypes?: Factory }
  const rule = trustedTypes?.createPolicy(trustedTypeOfWorker, {
    createScriptURL: () => workerPath,
  })
  const script = rule ? rule.createScriptURL('') : workerPath
  navigator.serviceWorker.register(script, { scope: '/dashboard' }).catch(() => {})
}
