import { describe, expect, test } from 'vitest'
import type { ListName } from '../../contract/screening-lists.ts'
import { missingOf } from '../../contract/gate.ts'
import {
  changingLines,
  gateLines,
  lineText,
  notAskedOf,
  rehearsalForMs,
  type GateFacts,
} from './lines.ts'

const now = Date.UTC(2027, 5, 30, 12)

const loaded = (list: ListName, agoMs: number) => ({
  list,
  day: '2027-06-01',
  loadedAt: now - agoMs,
})

/** A firm that lacks nothing. */
const whole: GateFacts = {
  settings: {
    publicUrl: 'https://firm.example',
    mailServerGiven: true,
    mailFrom: 'Firm <office@firm.example>',
    documentKeysFile: '/etc/glasshouse/document_keys',
    ownDatabase: true,
    secondApprovalAbove: 10_000_00n,
    coolingOffHours: 24,
    inTransitDays: 5,
    screeningDays: 7,
    weakSecrets: [],
  },
  content: {
    wrong: [],
    asks: [{ what: 'The legal name', why: 'people ask', where: 'firm.yaml', isMissing: false }],
    licenceExpires: '2027-06-30',
    lists: ['eu'],
    shortestPlanDays: 1,
  },
  database: { server: null, role: null },
  changing: {
    mail: null,
    lackingPairs: [],
    rehearsedAt: now - rehearsalForMs,
    shortestOnSaleDays: 1,
    waitsForStatement: now - 7 * 86_400_000,
    importing: null,
    lists: [loaded('un', 7 * 86_400_000), loaded('eu', 0)],
  },
  firstCoins: [],
  tron: [{ what: 'A TRON node', why: 'it is believed', where: 'a setting', found: null }],
  now,
}

type Change = { [part in keyof GateFacts]?: Partial<GateFacts[part]> }

const withOut = (change: Change): GateFacts =>
  Object.fromEntries(
    Object.entries(whole).map(([part, value]) => [
      part,
      typeof value === 'object' && !Array.isArray(value)
        ? { ...value, ...(change[part as keyof Change] as object) }
        : value,
    ]),
  ) as GateFacts

const lack = (change: Change) => missingOf(gateLines(withOut(change)))

describe('the gate', () => {
  test('says nothing of a firm that lacks nothing, and still names all that it asked', () => {
    expect(lack({})).toEqual([])
    expect(gateLines(whole).length).toBeGreaterThan(10)
  })

  test.each<[string, boolean, Change]>([
    ['An https address', false, { settings: { publicUrl: null } }],
    ['An https address', false, { settings: { publicUrl: 'http://firm.example' } }],
    ['Secrets that can’t be guessed', false, { settings: { weakSecrets: ['DATABASE_URL'] } }],
    [
      'The limit above which two administrators are needed',
      false,
      { settings: { secondApprovalAbove: null } },
    ],
    [
      'A time in which a first investment can be undone',
      false,
      { settings: { coolingOffHours: 0 } },
    ],
    [
      'Plans that last as long as a first investment can be undone',
      false,
      {
        settings: { coolingOffHours: 25 },
        content: { shortestPlanDays: 1 },
        changing: { shortestOnSaleDays: 2 },
      },
    ],
    [
      'Statements of the bank on which every booking is found within 5 banking days',
      true,
      { changing: { waitsForStatement: now - 8 * 86_400_000 } },
    ],
    [
      'The money of customers who were imported',
      true,
      { changing: { importing: now - 86_400_000 } },
    ],
    [
      'A list “United Nations Security Council” that was loaded in the last 7 days',
      true,
      { changing: { lists: [loaded('un', 7 * 86_400_000 + 1), loaded('eu', 0)] } },
    ],
    [
      'A list “European Union financial sanctions” that was loaded in the last 1 day',
      true,
      {
        settings: { screeningDays: 1 },
        changing: { lists: [loaded('un', 0), loaded('eu', 86_400_001)] },
      },
    ],
    [
      'Plans on sale that last as long as a first investment can be undone',
      true,
      { settings: { coolingOffHours: 48 }, content: { shortestPlanDays: 2 } },
    ],
    ['A sender of the mails that is the firm’s own', false, { settings: { mailFrom: null } }],
    ['A mail server', false, { settings: { mailServerGiven: false } }],
    ['Keys that lock people’s documents', false, { settings: { documentKeysFile: null } }],
    ['A PostgreSQL of the firm’s own', false, { settings: { ownDatabase: false } }],
    [
      'The legal name',
      false,
      { content: { asks: [{ ...whole.content.asks[0]!, isMissing: true }] } },
    ],
    [
      'this sentence is of the sample pack',
      false,
      {
        content: {
          wrong: [{ what: 'this sentence is of the sample pack', why: 'made up', where: 'x.md' }],
        },
      },
    ],
    [
      'A database server that answers and keeps what it acknowledges',
      false,
      { database: { server: 'The database has fsync = off' } },
    ],
    [
      'A role of the database that is nothing but the application’s',
      false,
      { database: { role: 'glasshouse: it is superuser' } },
    ],
    [
      'A database that is brought up to this release',
      false,
      { database: { release: 'The database lacks the migration 100-toys' } },
    ],
    ['A licence that has not expired', true, { content: { licenceExpires: '2027-06-29' } }],
    ['A mail server that answers', true, { changing: { mail: 'connect ECONNREFUSED' } }],
    [
      'Two people for everything that takes two, with a second factor',
      true,
      { changing: { lackingPairs: ['roles', 'capital'] } },
    ],
    [
      'A backup that was restored and checked in the last 30 days',
      true,
      { changing: { rehearsedAt: null } },
    ],
    [
      'A backup that was restored and checked in the last 30 days',
      true,
      { changing: { rehearsedAt: now - rehearsalForMs - 1 } },
    ],
  ])('names %s, alone, and whether it changes by itself: %s', (what, changes, change) => {
    const lines = lack(change)
    expect(lines.map((line) => [line.what, line.changes])).toEqual([[what, changes]])
    const { why, where, found } = lines[0]!
    const seen = found === null ? '' : ` Found: ${found}.`
    expect(lineText(lines[0]!)).toBe(`Missing: ${what} (${why}).${seen} Where: ${where}.`)
  })

  test('names what the TRON node has not proved, which stops an opening and no business of an open firm', () => {
    const tron = [{ ...whole.tron[0]!, found: 'it has 18 decimals' }]
    const lines = missingOf(gateLines({ ...whole, tron }))
    expect(lines.map(lineText)).toEqual([
      'Missing: A TRON node (it is believed). Found: it has 18 decimals. Where: a setting.',
    ])
    expect(missingOf(changingLines({ ...whole, ...whole.content }))).toEqual([])
    expect(gateLines({ ...whole, tron: [] }).length).toBe(gateLines(whole).length - 1)
  })

  test('leaves out what could not be asked', () => {
    expect(
      lack({
        content: { shortestPlanDays: null },
        changing: {
          mail: undefined,
          lackingPairs: null,
          rehearsedAt: undefined,
          shortestOnSaleDays: null,
          waitsForStatement: null,
          importing: null,
          lists: null,
        },
      }),
    ).toEqual([])
    expect(missingOf(gateLines({ ...whole, database: null }))).toEqual([])
  })

  test('names what could not be asked, which may be missing too', () => {
    expect(notAskedOf(whole)).toEqual([])
    const unknown = { mail: undefined, lackingPairs: null, rehearsedAt: undefined }
    expect(notAskedOf(withOut({ changing: unknown }))).toEqual([
      'A mail server that answers',
      'Two people for everything that takes two, with a second factor',
      'A backup that was restored and checked in the last 30 days',
    ])
    const noServer = { settings: { mailServerGiven: false }, changing: { mail: undefined } }
    expect(notAskedOf(withOut(noServer))).toEqual([])
  })

  test.each([
    ['must be an address like https://example.org', 'A usable links.support'],
    ['this is missing', 'links.support'],
    ['Invalid input: expected string, received number', 'A usable links.support'],
    ['this sentence is of the sample pack', 'this sentence is of the sample pack'],
    ['“our safe plan” promises safety', '“our safe plan” promises safety'],
  ])('says of which field it is that something “%s”', (said, what) => {
    const where = 'our-firm/firm.yaml, line 3, links.support'
    const wrong = [{ what: said, why: 'it can’t be read as it is', where }]
    const [line] = lack({ content: { wrong } })
    expect(line).toMatchObject({ what, where })
    if (what.startsWith('A usable')) expect(line!.why).toBe(said)
  })

  test('asks of a firm that has loaded no list for none', () => {
    const of = (facts: GateFacts) =>
      gateLines(facts).filter(({ what }) => what.startsWith('A list'))
    expect(of(whole).map(({ missing }) => missing)).toEqual([false, false])
    expect(of(withOut({ changing: { lists: [] }, content: { lists: [] } }))).toEqual([])
  })

  test('misses a list that the pack names and that nobody loaded, or somebody took away', () => {
    const missing = (facts: Change) => lack(facts).map(({ what }) => what)
    expect(missing({ changing: { lists: [loaded('un', 0)] } })).toEqual([
      'A list “European Union financial sanctions” that was loaded in the last 7 days',
    ])
    expect(missing({ changing: { lists: null } })).toEqual([])
  })

  test('asks of a licence without an end no end', () =>
    expect(lack({ content: { licenceExpires: null } })).toEqual([]))
})
