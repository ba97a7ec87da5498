/** Reads what a page says in its HTML, as a search engine or a preview would: without running it. */

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const unescaped = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27|#(\d+));/g, (entity, code?: string) =>
    code === undefined ? entities[entity]! : String.fromCharCode(Number(code)),
  )

/** The attributes of each element of this name, in their order. */
export function elements(html: string, name: string): Record<string, string>[] {
  return [
    ...html.matchAll(new RegExp(`<${name}\\b((?:\\s+[^\\s=>]+(?:="[^"]*")?)*)\\s*/?>`, 'g')),
  ].map(([, written]) =>
    Object.fromEntries(
      [...written!.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, attribute, value = '']) => [
        attribute!.toLowerCase(),
        unescaped(value),
      ]),
    ),
  )
}

/** What stands in each element of this name. */
export function insides(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inside]) => unescaped(inside!),
  )
}

/** The contents of meta elements with this name or property. */
export function metas(html: string, key: string): string[] {
  return elements(html, 'meta')
    .filter(({ name, property }) => name === key || property === key)
    .map(({ content }) => content!)
}

/** The addresses of link elements of this kind. */
export function links(html: string, kind: string): string[] {
  return elements(html, 'link')
    .filter(({ rel }) => rel === kind)
    .map(({ href }) => href!)
}

/** Every word that is in the page for somebody: text, and attributes that are read out or shown; styles and scripts are not. */
export function wordsOf(html: string): string {
  const body = html.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, ' ')
  const spoken = [
    ...body.matchAll(/\s(?:alt|aria-label|title|content|placeholder)="([^"]*)"/g),
  ].map(([, words]) => words!)
  return unescaped(
    [body.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, '\n'), ...spoken].join('\n'),
  )
}
