/** Parts of a policy that the product fills in: what they become, what is refused, and that the list of them is told to operators. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { computedFigures, computedTables, type Computed } from '../src/contract/computed.ts'
import { keptKinds } from '../src/contract/kept-data.ts'
import { fillPage, fillWords } from '../src/domains/content/computed-parts.ts'
import { judgeLivePack } from '../src/domains/content/judge.ts'
import { parseProse } from '../src/domains/content/prose.ts'
import { computedOf } from '../src/domains/kept-data/computed.ts'
import { durationInWords } from '../src/lib/duration.ts'
import { wordsOf } from '../src/domains/kept-data/words.ts'
import { demoPolicy, livePolicy } from '../src/platform/policy.ts'
import { honestPack, writePack } from './support/live-pack.ts'
import { root } from './support/source.ts'

const firm = { name: 'Small Firm', sample: false, wallets: [] }
const ofDemo = computedOf({ policy: demoPolicy, firm, secure: false })
const ofLive = computedOf({ policy: livePolicy, firm, secure: true })
const read = (markdown: string) => parseProse(markdown, { file: 'pack/page.md', line: 1 })
const filled = (markdown: string, computed: Computed = ofDemo) =>
  fillPage({ title: '', description: '', updated: null, blocks: read(markdown) }, computed).blocks

describe('a part that the product computes', () => {
  test('is a table where it stands alone, and words within a sentence', () => {
    expect(filled('{{cookies}}')).toEqual([
      {
        kind: 'table',
        head: ofDemo.tables.cookies.head.map((cell) => [cell]),
        rows: ofDemo.tables.cookies.rows.map((row) => row.map((cell) => [cell])),
      },
    ])
    expect(filled('After **{{session-idle}}** it ends.\n\n- {{copy-days}} days')).toEqual([
      { kind: 'paragraph', text: ['After ', { strong: ['24 hours'] }, ' it ends.'] },
      { kind: 'list', ordered: false, items: [['7 days']] },
    ])
  })
  test('says what holds in this mode, with these settings', () => {
    const sentence = '{{smallest-password}}, {{session-idle}}, {{session-whole}}, {{cooling-off}}'
    expect(fillWords(sentence, ofDemo.figures)).toBe('6, 24 hours, 30 days, 24 hours')
    expect(fillWords(sentence, ofLive.figures)).toBe('12, 30 minutes, 24 hours, 24 hours')
    const twoDays = computedOf({
      policy: { ...livePolicy, coolingOffMs: 172_800_000 },
      firm,
      secure: true,
    })
    expect(fillWords('{{cooling-off}}', twoDays.figures)).toBe('2 days')
  })
  test('lists what is kept as the page Your data does, with the law of this firm', () => {
    const words = wordsOf(null)
    expect(ofDemo.tables['kept-data'].rows).toEqual(
      keptKinds.map((kind) => [
        words[kind].title,
        words[kind].what,
        words[kind].why,
        words[kind].until,
      ]),
    )
    const verification = {
      countries: null,
      minimumAge: 21,
      kept: { years: 5, law: 'The Money Act' },
      limits: {} as never,
    }
    const lawful = computedOf({
      policy: livePolicy,
      firm: { ...firm, verification },
      secure: true,
    })
    expect(JSON.stringify(lawful.tables['kept-data'])).toMatch(/For 5 years .* The Money Act/)
    expect(lawful.figures['minimum-age']).toBe('21')
  })
  test.each([
    [
      '{{kept-date}}',
      /\{\{kept-date\}\} is nothing that the product computes: write .*\{\{kept-data\}\}/,
    ],
    ['{{ cookies }}', /is nothing that the product computes/],
    ['Here: {{cookies}}', /\{\{cookies\}\} is a table: it stands on a line of its own/],
    ['- {{cookies}}', /is a table/],
  ])('is refused as %j, with what to write', (markdown, message) =>
    expect(() => read(markdown)).toThrow(message),
  )
  test('that nobody knows is one thing to do for content:check, with its line', async () => {
    const whole = honestPack(0)
    const text = `${whole['policies/PrivacyPolicy.md'] as string}\nWe keep {{everything}}.\n`
    const { faults } = judgeLivePack(
      await writePack({ ...whole, 'policies/PrivacyPolicy.md': text }),
    )
    expect(faults).toEqual([
      expect.objectContaining({
        what: expect.stringMatching(/^\{\{everything\}\} is nothing that the product computes/),
        where: `own/policies/PrivacyPolicy.md, line ${text.split('\n').length - 1}`,
      }),
    ])
  })
  test('alone makes no policy that of the sample firm', async () => {
    const whole = honestPack(0)
    const text = `${whole['policies/PrivacyPolicy.md'] as string}\n{{kept-data}}\n\n{{cookies}}\n\n{{browser-storage}}\n`
    const folder = await writePack({ ...whole, 'policies/PrivacyPolicy.md': text })
    expect(judgeLivePack(folder).faults).toEqual([])
  })
  test('belongs in policies and answers, and nowhere else', async () => {
    const whole = honestPack(0)
    const landing = structuredClone(whole['landing.yaml']) as {
      hero: { text: string }
      faq: { items: { answer: string }[] }
    }
    landing.faq.items[0]!.answer = 'For {{cooling-off}}.'
    expect(judgeLivePack(await writePack({ ...whole, 'landing.yaml': landing })).faults).toEqual([])
    landing.hero.text = 'For {{cooling-off}}.'
    expect(judgeLivePack(await writePack({ ...whole, 'landing.yaml': landing })).faults).toEqual([
      expect.objectContaining({
        what: expect.stringMatching(/^\{\{cooling-off\}\} is filled in only in policies/),
      }),
    ])
  })
  test('is told to operators: the page beside a new pack names each, and no other', () => {
    const told = readFileSync(join(root, 'content/new/README.md'), 'utf8')
    const names = [...told.matchAll(/`\{\{([^{}]+)\}\}`/g)].map(([, name]) => name!)
    expect(names).toEqual([...computedTables, ...computedFigures])
    for (const [, name, example] of told.matchAll(/`\{\{([^{}]+)\}\}`\s*\| (\d[^|]*?)\s*\|/g))
      expect([name, ofLive.figures[name as keyof Computed['figures']]]).toEqual([name, example])
  })
})

test.each([
  [60_000, '1 minute'],
  [600_000, '10 minutes'],
  [3_600_000, '60 minutes'],
  [86_400_000, '24 hours'],
  [172_800_000, '2 days'],
])('%i ms are %s', (ms, words) => expect(durationInWords(ms)).toBe(words))
test('a time that isn’t in whole minutes has no words', () =>
  expect(() => durationInWords(1_500)).toThrow(RangeError))
