import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TextPage } from '../../contract/site.ts'
import { judgeContent } from '../../platform/content-file.ts'
import { parseProse, prose, readTextPage } from './prose.ts'

const blocks = (markdown: string) => parseProse(markdown, { file: 'pack/page.md', line: 1 })

describe('running text', () => {
  test('is paragraphs with strong words, emphasis and links', () => {
    expect(blocks('Plain, **strong *and more***, [a *page*](/login)\nover two lines.')).toEqual([
      {
        kind: 'paragraph',
        text: [
          'Plain, ',
          { strong: ['strong ', { emphasis: ['and more'] }] },
          ', ',
          { href: '/login', text: ['a ', { emphasis: ['page'] }] },
          ' over two lines.',
        ],
      },
    ])
  })
  test('has headings of two levels, with ids made of their words', () => {
    expect(blocks('## What we keep, and *why*\n\nText.\n\n### Café’s books')).toMatchObject([
      { kind: 'heading', level: 2, id: 'what-we-keep-and-why' },
      { kind: 'paragraph' },
      { kind: 'heading', level: 3, id: 'cafes-books' },
    ])
  })
  test('numbers headings of the same words, and leaves the ids of the page’s frame alone', () => {
    const headings = blocks('## Scope\n\n## Scope\n\n## Contact\n\n## Scope 2').map(
      (block) => block.kind === 'heading' && block.id,
    )
    expect(headings).toEqual(['scope', 'scope-2', 'contact-2', 'scope-2-2'])
  })
  test('has lists, numbered or not, tight or loose', () => {
    expect(blocks('- one\n- **two**\n\ntext\n\n1. first\n\n2. second')).toEqual([
      { kind: 'list', ordered: false, items: [['one'], [{ strong: ['two'] }]] },
      { kind: 'paragraph', text: ['text'] },
      { kind: 'list', ordered: true, items: [['first'], ['second']] },
    ])
  })
  test('has tables', () => {
    expect(
      blocks('| What | How long |\n|---|---|\n| Books | always |\n| [Mails](#contact) | |'),
    ).toEqual([
      {
        kind: 'table',
        head: [['What'], ['How long']],
        rows: [
          [['Books'], ['always']],
          [[{ href: '#contact', text: ['Mails'] }], []],
        ],
      },
    ])
  })
  test.each([
    'https://example.org/a?b=1',
    'mailto:hello@glasshouse.example',
    'tel:+1-202-555-0100',
    '/',
    '/PrivacyPolicy#cookies',
    '#contact',
    '#later',
  ])('links to %s', (href) => {
    expect(blocks(`[words](${href})\n\n## Later`)[0]).toEqual({
      kind: 'paragraph',
      text: [{ href, text: ['words'] }],
    })
  })
})

describe('what cannot be shown is named with its line', () => {
  const heading = '## Heading\n\n'
  test.each([
    ['HTML', '<div>words</div>', 'HTML is not shown'],
    ['HTML within a line', 'some <b>words</b>', 'HTML is not shown'],
    ['a comment', '<!-- words -->', 'HTML is not shown'],
    ['a picture', '![words](pictures/mark.svg)', 'a text holds no pictures'],
    ['code', '```\nwords\n```', 'a text holds no code'],
    [
      'code by indentation',
      '    words',
      'a text holds no code; a line that begins with four spaces counts as code',
    ],
    ['code within a line', 'some `words`', 'a text holds no code'],
    ['a quotation', '> words', 'a text holds no quotations'],
    ['a rule', '***', 'a text holds no rules'],
    ['a broken line', 'words\\\nwords', 'a line is not broken by hand'],
    ['a link defined elsewhere', '[words][a]', 'a link stands where it is used', '\n\n[a]: /login'],
    ['a link without words', '[](/login)', 'a link has words'],
    ['a link with a title', '[words](/login "title")', 'a link has no title beside its words'],
    ['a link without address', '[words]()', 'nothing is no address'],
    ['a link by http', '[words](http://example.org)', 'http://example.org is no address'],
    ['a link that runs', '[words](javascript:alert)', 'javascript:alert is no address'],
    ['a link that holds its page', '[words](data:text/html,x)', 'data:text/html,x is no address'],
    ['a link to a nameless host', '[words](//example.org)', '//example.org is no address'],
    ['a link that browsers bend', '[words](/\\\\example.org)', '/\\example.org is no address'],
    ['a link to a file', '[words](terms.md)', 'terms.md is no address'],
    [
      'a link to a heading that is not there',
      '[words](#nowhere)',
      'no heading of this page answers to #nowhere',
    ],
    ['a heading of the first level', '# words', 'the title of the page stands above the text'],
    ['a heading of the fourth level', '#### words', 'headings have two levels'],
    ['a heading without words', '### …', 'a heading has words'],
    ['a heading with a link', '### [words](/login)', 'a heading holds no link'],
    ['a list that begins in the middle', '3. words', 'a numbered list begins with 1'],
    ['an empty item', '-\n- words', 'an item of a list is one paragraph'],
    ['a table without rows', '| a | b |\n|---|---|', 'a table has rows'],
    [
      'a column without a name',
      '| a | |\n|---|---|\n| 1 | 2 |',
      'each column of a table has a name',
    ],
    ['an aligned column', '| a | b |\n|---|--:|\n| 1 | 2 |', 'columns are not aligned by hand'],
  ])('%s', (_, markdown, message, below = '') => {
    expect(() => blocks(heading + markdown + below)).toThrow(`pack/page.md, line 3: ${message}`)
  })
  test.each([
    ['a list within a list', '- one\n  - two', 2, 'lists have one level'],
    ['two paragraphs in one item', '- one\n\n  two', 3, 'an item of a list is one paragraph'],
    [
      'a short row',
      '| a | b |\n|---|---|\n| 1 |',
      3,
      'this row has 1 cells, and the table 2 columns',
    ],
    [
      'a heading of the third level with nothing above',
      '\n\n### words',
      3,
      'a heading with ### stands below one with ##',
    ],
    ['nothing', '', 1, 'the text is empty'],
  ])('%s', (_, markdown, line, message) => {
    expect(() => blocks(markdown)).toThrow(`pack/page.md, line ${line}: ${message}`)
  })
  test('all at once, from the top', () => {
    expect(() => blocks('[a](#b)\n\n# c\n\n> d')).toThrow(
      /line 1: no heading .*; pack\/page\.md, line 3: the title .*; pack\/page\.md, line 5: a text holds no quotations.*\.$/,
    )
  })
})

describe('a text within a YAML file', () => {
  const schema = z.strictObject({ sections: z.array(z.strictObject({ text: prose(['team']) })) })
  const judge = (yaml: string) => judgeContent('pack/whitepaper.yaml', yaml, schema)

  test('becomes blocks, and may link to what stands elsewhere on its page', () => {
    expect(judge('sections:\n  - text: |\n      See the [team](#team).\n')).toEqual({
      sections: [
        {
          text: [{ kind: 'paragraph', text: ['See the ', { href: '#team', text: ['team'] }, '.'] }],
        },
      ],
    })
  })
  test('is complained about with the line of the mistake', () => {
    expect(() => judge('sections:\n  - text: |\n      One.\n\n      > Two.\n')).toThrow(
      'pack/whitepaper.yaml, line 5, sections.0.text: a text holds no quotations.',
    )
  })
  test('is complained about with the line of the field where its lines are folded', () => {
    expect(() => judge('sections:\n  - text: "# One"\n')).toThrow(
      'pack/whitepaper.yaml, line 2, sections.0.text: the title of the page',
    )
  })
  test('is missed', () =>
    expect(() => judge('sections:\n  - text:\n')).toThrow('sections.0.text: a text is needed'))
})

describe('a page of text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-prose-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function read(text: string): TextPage {
    const pack = join(folder, 'pack')
    mkdirSync(pack, { recursive: true })
    writeFileSync(join(pack, 'page.md'), text)
    return readTextPage(pack, 'page.md')
  }

  test('says what it is called, what it is about and when it was changed', () => {
    expect(
      read('---\ntitle: Terms\ndescription: What holds\nupdated: May 30, 2025\n---\n\nText.\n'),
    ).toEqual({
      title: 'Terms',
      description: 'What holds',
      updated: 'May 30, 2025',
      blocks: [{ kind: 'paragraph', text: ['Text.'] }],
    })
  })
  test('may have no date, and the line ends of another system', () => {
    expect(
      read('---\r\ntitle: Terms\r\ndescription: What holds\r\n---\r\nText.\r\n'),
    ).toMatchObject({ updated: null, blocks: [{ text: ['Text.'] }] })
  })
  test.each([
    [
      'no front matter',
      'Text.\n',
      'pack/page.md, line 1: the file begins with title and description between two lines of ---',
    ],
    [
      'front matter that never ends',
      '---\ntitle: Terms\n',
      'pack/page.md, line 1: the file begins',
    ],
    [
      'no title',
      '---\ndescription: What holds\n---\nText.\n',
      'pack/page.md, line 2, title: title is required',
    ],
    [
      'a field of its own',
      '---\ntitle: Terms\ndescription: What holds\nauthor: me\n---\nText.\n',
      'line 2, the whole file: Unrecognized key: "author"',
    ],
    [
      'a day that never was',
      '---\ntitle: Terms\ndescription: What holds\nupdated: February 30, 2025\n---\nText.\n',
      'line 4, updated: updated must be a date like May 30, 2025',
    ],
    [
      'a date in figures',
      '---\ntitle: Terms\ndescription: What holds\nupdated: 2025-05-30\n---\nText.\n',
      'line 4, updated: updated must be a date like May 30, 2025',
    ],
    [
      'broken YAML',
      '---\ntitle: [Terms\ndescription: What holds\n---\nText.\n',
      'pack/page.md, line 3: ',
    ],
    [
      'a mistake in the text',
      '---\ntitle: Terms\ndescription: What holds\n---\n\nText.\n\n# Title\n',
      'pack/page.md, line 8: the title of the page',
    ],
  ])('with %s is refused', (_, text, message) => expect(() => read(text)).toThrow(message))
  test('that is not there is named', () =>
    expect(() => readTextPage(folder, 'policies/Terms.md')).toThrow(
      '/policies/Terms.md cannot be read',
    ))
})
