/**
 * The trading chart's frame: a page of its own, because the widget's script is third-party. It runs in a sandbox
 * without our origin, so it reaches neither session nor figures, and under a policy of its own. It tells the page
 * around it one word: whether the script has loaded, or that there is none.
 */
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { escapeHtml } from '../lib/escape-html.ts'

const path = '/chart-frame'
const widget = JSON.stringify({
  symbol: 'NASDAQ:AAPL',
  interval: 'D',
  autosize: true,
  hide_side_toolbar: true,
  allow_symbol_change: false,
})

const style = 'html, body { height: 100%; margin: 0 }'
// Only our origin may frame this page (`frame-ancestors`); a sandboxed page can't name it.
const tellLoaded = `document.scripts[0].addEventListener('load', () => parent.postMessage('chart-loaded', '*'))`
const tellOff = `parent.postMessage('chart-off', '*')`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const closed = `base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`

/** Scripts from the widget's own origin only; what they show may come from wherever they are served. */
function policyOf(script: string | null): string {
  if (script === null) return `default-src 'none'; script-src ${hashOf(tellOff)}; ${closed}`
  const { origin } = new URL(script)
  return (
    `default-src 'none'; script-src ${origin} ${hashOf(tellLoaded)}; style-src 'unsafe-inline' https:; img-src https: data:; ` +
    `font-src https: data:; connect-src https: wss:; frame-src https:; ${closed}`
  )
}

function pageOf(script: string | null): string {
  const body =
    script === null
      ? `<script>${tellOff}</script>`
      : `<script src="${escapeHtml(script)}" async>${widget}</script><script>${tellLoaded}</script>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Trading chart</title>${script === null ? '' : `<style>${style}</style>`}</head>
<body>${body}</body>
</html>
`
}

/** `script` is the address of the widget's script, or null for none. */
export function bindChartFrame(app: FastifyInstance, script: string | null): void {
  const page = pageOf(script)
  const policy = policyOf(script)
  app.get(path, async (_, reply) =>
    reply
      .headers({
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
