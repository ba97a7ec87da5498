import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Block } from '../../contract/site.ts'
import { Prose } from './prose.tsx'

function markup(...blocks: Block[]): string {
  return renderToStaticMarkup(createElement(Prose, { blocks })).replace(
    /^<div[^>]*>(.*)<\/div>$/s,
    '$1',
  )
}

test('words stay words, whatever they look like', () => {
  expect(markup({ kind: 'paragraph', text: ['<b>2 < 3</b> & "so"'] })).toBe(
    '<p>&lt;b&gt;2 &lt; 3&lt;/b&gt; &amp; &quot;so&quot;</p>',
  )
})

test('strong words and emphasis lie within each other', () => {
  expect(markup({ kind: 'paragraph', text: ['a ', { strong: ['b ', { emphasis: ['c'] }] }] })).toBe(
    '<p>a <strong>b <em>c</em></strong></p>',
  )
})

test('a heading links to itself', () => {
  expect(markup({ kind: 'heading', level: 3, id: 'in-short', text: ['In short'] })).toBe(
    '<h3 id="in-short"><a href="#in-short">In short</a></h3>',
  )
})

test('a link to another site opens beside the page and says so; the others stay', () => {
  const link = (href: string) => markup({ kind: 'paragraph', text: [{ href, text: ['words'] }] })
  expect(link('https://example.org')).toMatch(
    /^<p><a href="https:\/\/example\.org" target="_blank" rel="noopener">words<span class="hide"> \(opens a new tab\)<\/span><\/a><\/p>$/,
  )
  for (const href of ['/login', '#contact', 'mailto:hello@glasshouse.example'])
    expect(link(href)).toBe(`<p><a href="${href}">words</a></p>`)
})

test('lists are numbered or not', () => {
  expect(markup({ kind: 'list', ordered: true, items: [['one'], ['two']] })).toBe(
    '<ol><li>one</li><li>two</li></ol>',
  )
  expect(markup({ kind: 'list', ordered: false, items: [['one']] })).toBe('<ul><li>one</li></ul>')
})

test('a table lies in a region that has a name and takes the focus, and its cells know their heads', () => {
  const html = markup({
    kind: 'table',
    head: [['What'], [{ strong: ['How'] }, ' long']],
    rows: [[['Books'], ['always']]],
  })
  expect(html).toMatch(
    /^<div class="[^"]+" role="region" aria-label="Table: What, How long" tabindex="0"><table>/,
  )
  expect(html).toContain(
    '<tr><th scope="col">What</th><th scope="col"><strong>How</strong> long</th></tr>',
  )
  expect(html).toContain('<tr><th scope="row">Books</th><td>always</td></tr>')
})
