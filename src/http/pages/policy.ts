/** What a rendered page may load and run: nothing but ours, and of inline code exactly what was rendered into it. */
import { createHash } from 'node:crypto'
import { trustedTypeOfWorker } from '../../contract/browser-names.ts'
import { reportPath } from '../csp-reports.ts'

function hashes(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}\\b(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'g')
  const found = [...html.matchAll(inline)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )
  return [...new Set(found)]
}

/**
 * The policy of one page, from its very text. Style attributes are allowed, since the component
 * library sets its sizes through them; style elements are not, except those rendered here. `isApp`: whether it may start the worker
 * that says that one is offline.
 */
export function pagePolicy(html: string, isApp = false): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(html, 'script')],
    'style-src': ["'self'", ...hashes(html, 'style')],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    // The trading chart's page, which is sandboxed and has a policy of its own.
    'frame-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    // No text becomes code: whatever would write markup or name a script by a string fails, and nobody may say that a string is safe: the app’s one rule names one script, whatever it is given.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [isApp ? trustedTypeOfWorker : "'none'"],
    // Every browser knows it; its successor tells minutes later, and over https only.
    'report-uri': [reportPath],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** While developing, Vite adds scripts and styles of its own and talks to the browser over a socket. */
export const developmentPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self' ws:; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
