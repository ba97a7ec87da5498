/** The runbooks name nothing that isn't there: scripts, settings, calls, codes and pages. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../src/contract/endpoints.ts'
import { problems } from '../src/contract/problems.ts'
import { settings } from '../src/platform/config.ts'
import { tableIn } from './support/markdown.ts'
import { filesOf, root } from './support/source.ts'

type Page = { path: string; text: string }

const pages: Page[] = filesOf('docs/runbooks/*.md').map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Of those that npm gives a short form. */
const scriptsIn = (text: string) =>
  [...text.matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g)].map(
    ([, run, short]) => run ?? short!,
  )

const settingsIn = (text: string) =>
  (text.match(/\b(GLASSHOUSE_[A-Z_]+|[A-Z]+_(?:URL|PORT|LEVEL)(?:_FILE)?|PORT|HOST)\b/g) ?? []).map(
    (name) => (name in settings ? name : name.replace(/_FILE$/, '')),
  )

const callsIn = (text: string) =>
  [...text.matchAll(/`(GET|POST|PATCH|DELETE) (\/[^\s?`]+)/g)].map(
    ([, method, path]) => `${method} ${path}`,
  )

const knownCalls = [
  ...Object.values(endpoints).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  ),
  'GET /readyz',
]

/** In backticks and of several words: the others are words of other programs too. */
const codesIn = (text: string) =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code!)
/** PostgreSQL's, its roles, files of an operator's, and the columns of one of our tables. */
const othersWords =
  /^(pg_|default_transaction_|glasshouse_|database_|document_keys|full_page_writes|synchronous_|wait_)/

const linksIn = ({ path, text }: Page) => [
  ...[...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, target]) => join(dirname(path), target!)),
  ...(text.match(/\bdocs\/[\w./-]+\w/g) ?? []),
]

describe.each(pages)('$path', (page) => {
  test('names scripts and settings that there are', () => {
    expect(scriptsIn(page.text).filter((name) => !(name in scripts))).toEqual([])
    expect(settingsIn(page.text).filter((name) => !(name in settings))).toEqual([])
  })
  test('names calls and codes that there are', () => {
    expect(callsIn(page.text).filter((call) => !knownCalls.includes(call))).toEqual([])
    const codes = codesIn(page.text).filter((code) => !othersWords.test(code))
    expect(codes.filter((code) => !(code in problems))).toEqual([])
  })
  test('leads to pages that there are', () => {
    expect(linksIn(page).filter((target) => !existsSync(join(root, target)))).toEqual([])
  })
})

test('every runbook stands in the index', () => {
  const index = tableIn(pages.find(({ path }) => path.endsWith('README.md'))!.text, '')
  const listed = index.map(([link]) => /\]\((.*)\)$/.exec(link!)![1]!)
  expect(listed.toSorted()).toEqual(
    pages.map(({ path }) => basename(path)).filter((name) => name !== 'README.md'),
  )
})

test('these checks see what they look for', () => {
  const text =
    '`npm run audit -- --chain`, npm start, `GLASSHOUSE_DATA=./x METRICS_PORT=off`, `SMTP_URL_FILE`, `GET /audit?actor=1`, `outcome_unknown` [a](keys.md) docs/security.md'
  expect([
    scriptsIn(text),
    settingsIn(text),
    callsIn(text),
    codesIn(text),
    linksIn({ path: 'docs/runbooks/x.md', text }),
  ]).toEqual([
    ['audit', 'start'],
    ['GLASSHOUSE_DATA', 'METRICS_PORT', 'SMTP_URL'],
    ['GET /audit'],
    ['outcome_unknown'],
    ['docs/runbooks/keys.md', 'docs/security.md'],
  ])
})
