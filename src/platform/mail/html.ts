/**
 * A mail as HTML: tables and styles in attributes, which every mail client draws. It loads nothing, from anywhere, so that
 * nobody learns when it is read. Clients with a dark scheme find it in the one style element; others invert the light one.
 */
import { escapeHtml } from '../../lib/escape-html.ts'
import { apart } from '../../lib/text-order.ts'
import type { Letter, Link, Part, Rows } from './parts.ts'
import { palette, type Colour } from './palette.ts'

const serif = `'Brygada 1918','Iowan Old Style',Georgia,serif`
const sans = `'Instrument Sans','Helvetica Neue',Arial,sans-serif`

type Property = 'color' | 'background-color' | 'border-color'
type Colours = Partial<Record<Property, Colour>>

const shortOf: Record<Property, string> = {
  color: 'c',
  'background-color': 'b',
  'border-color': 'l',
}
const properties = Object.keys(shortOf) as Property[]

/** Every colour as every property, dark: which of them a mail uses, the style element needn't know. It is the same in all mails. */
export const styleElement = `@media (prefers-color-scheme:dark){${Object.entries(palette)
  .flatMap(([name, [, dark]]) =>
    properties.map((property) => `.${shortOf[property]}-${name}{${property}:${dark}!important}`),
  )
  .join('')}}`

/** The attributes that draw an element: its colours, light as a style and dark as classes. */
function drawn(colours: Colours, style: string): string {
  const named = Object.entries(colours) as [Property, Colour][]
  const classes = named.map(([property, colour]) => `${shortOf[property]}-${colour}`).join(' ')
  const light = named.map(([property, colour]) => `${property}:${palette[colour][0]}`).join(';')
  return `class="${classes}" style="${light};${style}"`
}

const table = `role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`
const text = `font-family:${sans};font-size:16px;line-height:1.55;overflow-wrap:anywhere`

/** What is set apart stands in an element, which mail clients keep more often than they do the signs. */
const shown = (words: string) => escapeHtml(words).replace(apart, '<bdi>$1</bdi>')

const paragraph = (words: string) =>
  `<p ${drawn({ color: 'ink-2' }, `${text};margin:0 0 16px;white-space:pre-line`)}>${shown(words)}</p>`

function rowsOf({ rows }: Rows): string {
  const cell = `${text};padding:9px 0;border-style:solid;border-width:0 0 1px;vertical-align:top`
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" ${drawn({ color: 'ink-3', 'border-color': 'rule' }, `${cell};padding-right:16px;font-size:14px;font-weight:400;text-align:left;white-space:nowrap`)}>${escapeHtml(label)}</th>` +
      `<td ${drawn({ color: 'ink', 'border-color': 'rule' }, `${cell};font-weight:600;text-align:right;font-variant-numeric:tabular-nums lining-nums`)}>${shown(value)}</td></tr>`,
  )
  return `<table ${drawn({ 'border-color': 'ink' }, 'width:100%;margin:0 0 20px;border-style:solid;border-width:1px 0 0;border-collapse:collapse')}>${lines.join('')}</table>`
}

function linkOf({ link, href, main = false }: Link): string {
  const looks = main
    ? drawn(
        { color: 'on-button', 'background-color': 'button', 'border-color': 'button-edge' },
        `${text};display:inline-block;padding:10px 20px;border-style:solid;border-width:0 0 3px;border-radius:2px;font-weight:600;text-decoration:none`,
      )
    : drawn({ color: 'accent' }, `${text};font-size:14px;text-decoration:underline`)
  const address = escapeHtml(href)
  return `<p style="margin:0 0 ${main ? 20 : 10}px"><a href="${address}" target="_blank" rel="noopener noreferrer" ${looks}>${shown(link)}</a></p>`
}

function partOf(part: Part): string {
  if (typeof part === 'string') return paragraph(part)
  return 'rows' in part ? rowsOf(part) : linkOf(part)
}

/** The firm, and that it is a sample: above what is said, so that nobody reads it as more than it is. */
function headOf([firm = '', banner]: readonly string[]): string {
  const strip = banner
    ? `<tr><td ${drawn({ color: 'on-slab', 'background-color': 'slab' }, `${text};padding:10px 24px;font-size:13px`)}>${escapeHtml(banner)}</td></tr>`
    : ''
  const name = `<p ${drawn({ color: 'ink-3' }, `${text};margin:0 0 20px;font-size:14px`)}>${shown(firm)}</p>`
  return `${strip}<tr><td ${drawn({ 'background-color': 'sheet', 'border-color': 'edge' }, 'padding:24px;border-style:solid;border-width:0 0 0 3px')}>${name}`
}

export function htmlOf({ subject, parts, end }: Letter): string {
  const title = `<h1 ${drawn({ color: 'ink' }, `margin:0 0 20px;font-family:${serif};font-size:26px;font-weight:400;line-height:1.2;overflow-wrap:anywhere`)}>${shown(subject)}</h1>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${styleElement}</style></head>
<body ${drawn({ 'background-color': 'paper' }, 'margin:0;color-scheme:light dark')}>
<table ${table}><tr><td align="center" style="padding:16px 8px"><table ${table} style="max-width:560px">
${headOf(end)}${title}
${parts.map(partOf).join('\n')}</td></tr>
</table></td></tr></table>
</body>
</html>
`
}
