/** Pages without scripts, for people who build on the API or try out the demonstration. */
import { createHash } from 'node:crypto'
import { demonstrationBanner } from '../contract/site.ts'
import { reportPath } from './csp-reports.ts'

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1, h2, h3 { line-height: 1.25 } h2 { margin-top: 3rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
code, pre { font: .9em/1.5 ui-monospace, monospace } pre { white-space: pre-wrap; overflow-wrap: anywhere }
.demonstration { position: sticky; top: 0; margin: -2rem -1rem 2rem; padding: .4rem 1rem; background: CanvasText; color: Canvas; font-size: .85rem }
:target { background: color-mix(in srgb, currentColor 10%, transparent) }
.scroll { overflow-x: auto }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** What such a page may do: show itself, with this one style. */
export const plainPagePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; `
  + `require-trusted-types-for 'script'; trusted-types 'none'; report-uri ${reportPath}`

const demonstration = `<aside class="demonstration" aria-label="Demonstration">${demonstrationBanner}</aside>`

type PlainPage = { title: string; /** HTML. */ body: string; playMoney: boolean }

export function plainPage({ title, body, playMoney }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${playMoney ? demonstration : ''}<main>
${body}
</main></body>
</html>
`
}
