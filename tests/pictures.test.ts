/** The pictures of the demonstration: each can stand for itself on a page, in both schemes. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { table } from './support/table.ts'
import { root } from './support/source.ts'

const folder = join(root, 'content/demo/pictures')
const kept = (file: string): string => readFileSync(join(folder, file), 'utf8')

const views: Record<string, string> = {
  'agriculture.svg': '0 0 1200 800',
  'cryptocurrency.svg': '0 0 1200 800',
  'real-estate.svg': '0 0 1200 800',
  'stock-trading.svg': '0 0 1200 800',
  'about.svg': '0 0 1000 1080',
  'certificate.svg': '0 0 840 594',
  'mark.svg': '0 0 30 30',
  'icon.svg': '0 0 32 32',
  'seal-1.svg': '-110 -110 220 220',
  'seal-2.svg': '-110 -110 220 220',
  'seal-3.svg': '-110 -110 220 220',
  'seal-4.svg': '-110 -110 220 220',
}
const scenes = Object.keys(views).slice(0, 4)
const bytesAtMost = (file: string): number =>
  scenes.includes(file)
    ? 30_000
    : file === 'about.svg'
      ? 40_000
      : file === 'certificate.svg'
        ? 60_000
        : 5_000

/** Every place that a file could be asked for: links, and `url()` in styles and attributes. */
const references = (svg: string): string[] =>
  [...svg.matchAll(/(?:href|src)="([^"]*)"|url\(([^)]*)\)|@import\s+(\S+)/g)].map(
    ([, link, url, sheet]) => (link ?? url ?? sheet)!,
  )

const idsOf = (svg: string): string[] => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)

/** How many elements a browser makes of a picture: what is used is made again each time. */
function elementsOf(svg: string): number {
  const named = new Map<string, () => number>()
  const parts: (() => number)[] = []
  const open: { id: string | undefined; parts: (() => number)[] }[] = [{ id: undefined, parts }]
  const close = () => {
    const { id, parts: inner } = open.pop()!
    const size = () => 1 + inner.reduce((sum, part) => sum + part(), 0)
    if (id) named.set(id, size)
    open.at(-1)!.parts.push(size)
  }
  for (const [, end, tag, attributes, alone] of svg.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (end) close()
    else {
      const used = tag === 'use' ? / href="#([^"]+)"/.exec(attributes!)![1]! : null
      open.push({
        id: / id="([^"]+)"/.exec(attributes!)?.[1],
        parts: used ? [() => named.get(used)!()] : [],
      })
      if (alone) close()
    }
  }
  return parts.reduce((sum, part) => sum + part(), 0)
}

const pixels = table(`
  file                  | width | height
  icon-32.png           | 32    | 32
  icon-180.png          | 180   | 180
  icon-192.png          | 192   | 192
  icon-512.png          | 512   | 512
  icon-maskable-192.png | 192   | 192
  icon-maskable-512.png | 512   | 512
  social-card.png       | 1200  | 630
`)

test('the folder holds these, and nothing else', () => {
  const known = [...Object.keys(views), ...pixels.map(([file]) => file)]
  expect(readdirSync(folder).toSorted()).toEqual(known.toSorted())
})

describe.each(Object.keys(views))('%s', (file) => {
  const svg = kept(file)

  test('keeps its shape and its size', () => {
    expect(/ viewBox="([^"]+)"/.exec(svg)?.[1]).toBe(views[file])
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(bytesAtMost(file))
  })
  test('is few elements, so that a slow phone lays it out at once', () => {
    expect(elementsOf(svg)).toBeLessThanOrEqual(scenes.includes(file) ? 1600 : 400)
  })
  test('says what it shows', () => {
    const title = /<title>([^<]+)<\/title>/.exec(svg)?.[1]
    expect(title).toMatch(/\w{4}/)
    expect(svg).toContain(`role="img" aria-label="${title}"`)
  })
  test('refers to nothing outside itself, and each of its ids is one', () => {
    const ids = idsOf(svg)
    expect(
      references(svg).filter((to) => !to.startsWith('#') || !ids.includes(to.slice(1))),
    ).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(svg).not.toMatch(/<(script|image|foreignObject|text|a)\b|\son\w+=|font-family/)
  })
  test('has a dark view', () => {
    expect(svg).toMatch(
      file === 'icon.svg'
        ? /@media\(prefers-color-scheme:dark\)\{:root\{--scene-ink:#/
        : /^<svg [^>]*id="dark".*:root:target\{--scene-ink:#/,
    )
  })
})

test('the certificate says what it is: letters without a font, and words for who hears it', () => {
  expect(kept('certificate.svg')).toContain(
    'a specimen drawn for the demonstration: nobody has awarded it and it certifies nothing',
  )
})

test('ids of the scenes differ, so that several may stand in one page', () => {
  const ids = [...scenes, 'about.svg']
    .flatMap((file) => idsOf(kept(file)))
    .filter((id) => id !== 'dark')
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('the tones are those of the tokens', () => {
  const tokens = readFileSync(join(root, 'src/web/ui/tokens.css'), 'utf8')
  const tonesIn = (text: string) =>
    [...text.matchAll(/(--scene-[a-z]+): ?(#\w+)/g)].map(([, name, tone]) => `${name} ${tone}`)
  const known = new Set(tonesIn(tokens))
  const used = Object.keys(views).flatMap((file) => tonesIn(kept(file)))
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter((tone) => !known.has(tone))).toEqual([])
})

/** A PNG says its size in its first chunk. */
test.each(pixels)('%s is %s by %s and light enough', (file, width, height) => {
  const path = join(folder, file!)
  const bytes = readFileSync(path)
  expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
    'PNG',
    Number(width),
    Number(height),
  ])
  expect(statSync(path).size).toBeLessThanOrEqual(file === 'social-card.png' ? 100_000 : 5_000)
})
