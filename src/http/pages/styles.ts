/**
 * Puts the style sheets of a page into it. A visitor's first page then needs one round trip before it can be
 * painted, instead of two; the signed-in app, which people come back to, keeps its sheets apart and in the cache.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The framework marks the address of a sheet that several routes share with an empty fragment.
const sheet = /<link\b(?=[^>]*\brel="stylesheet")[^>]*?\bhref="(\/assets\/[\w.-]+\.css)#?"[^>]*>/g

const preloaded = /<link rel="modulepreload"[^>]*>/g

/**
 * Has the scripts of a page of the app asked for after its style sheets, without which it can't be painted: on a slow line
 * both would take turns, and the page be blank for as long.
 */
export function stylesFirst(html: string): string {
  const scripts = html.match(preloaded) ?? []
  return html.replace(preloaded, '').replace('</head>', () => `${scripts.join('')}</head>`)
}

/** `root` is the folder that `/assets` stands in. */
export function inlineStyles(html: string, root: string): string {
  const styles: string[] = []
  const rest = html.replace(sheet, (_, path: string) => {
    styles.push(readFileSync(join(root, path), 'utf8').trim())
    return ''
  })
  if (/<link\b[^>]*\brel="stylesheet"/.test(rest))
    throw new Error('A style sheet was left beside its page')
  if (styles.length === 0) return html
  // Nothing in a style element is markup, unless it ends it.
  if (styles.some((style) => /<\/style/i.test(style)))
    throw new Error('A style sheet of the web app ends a style element')
  return rest.replace('</head>', () => `<style>${styles.join('')}</style></head>`)
}
