/** Files of tests that depend on no order but where they say so: what tells a story stops at the first that didn't pass. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { behindSkipped, keptBetweenTests } from './support/kept-between-tests.ts'
import { filesOf, root } from './support/source.ts'

const files = filesOf('{tests,src,proofs,scripts}/**/*.test.ts').map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))

test('no test reads a variable that another test has set, but in a story', () => {
  const found = files.flatMap(({ path, text }) =>
    keptBetweenTests(path, text).map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

test('what is skipped where a part is missing stands last: nothing behind it can build on it', () => {
  const found = files.flatMap(({ path, text }) =>
    behindSkipped(path, text).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

describe('these rules see', () => {
  const kept = `let id = ''\ntest('makes', () => { id = make() })\ntest('reads', () => read(id))`
  test.each([
    ['a variable that a later test reads', kept, ['id']],
    ['it in a story, which may', `/** @module-tag story */\n${kept}`, []],
    ['it in a describe that tells one', `describe('a', { tags: [story] }, () => {${kept}})`, []],
    ['a variable that each test sets itself', `${kept.replace('read(id)', '(id = make())')}`, []],
    [
      'one that is set before each test',
      `let id\nbeforeEach(() => { id = 1 })\ntest('a', () => read(id))`,
      [],
    ],
  ])('%s', (_, text, names) => expect(keptBetweenTests('a.test.ts', text)).toEqual(names))

  const [skipped, other] = [
    `describe.skipIf(missing)('with it', () => {})`,
    `test('without', () => {})`,
  ]
  test.each([
    ['a test behind a skipped one', `${skipped}\n${other}`, [2]],
    ['it in a describe', `describe('a', () => {\n${skipped}\n${other}\n})`, [3]],
    ['a skipped one at the end', `${other}\n${skipped}`, []],
    ['two skipped ones', `${skipped}\n${skipped}`, []],
  ])('%s', (_, text, lines) => expect(behindSkipped('a.test.ts', text)).toEqual(lines))
})

/** What becomes of each test of such a file, by its name, and of a skipped one why. */
mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache/stories-'))
afterAll(() => rmSync(folder, { recursive: true }))
async function run(text: string, order = ''): Promise<Record<string, string>> {
  const [file, report] = ['told.test.ts', 'report.json'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  writeFileSync(file, `import { beforeAll, describe, expect, test } from 'vitest'\n${text}`)
  const vitest = [join(root, 'node_modules/.bin/vitest'), 'run', '--project', 'stories']
  const config = join(folder, 'vitest.config.ts')
  writeFileSync(
    config,
    `export default { test: { name: 'stories', include: ['told.test.ts'], root: ${JSON.stringify(folder)},
      runner: ${JSON.stringify(join(root, 'tests/support/runner.ts'))}, tags: [{ name: 'story' }, { name: 'thorough' }], tagsFilter: ['!thorough'] } }`,
  )
  const env = { ...process.env, GLASSHOUSE_TEST_ORDER: order }
  await new Promise((resolve) =>
    execFile(
      process.execPath,
      [...vitest, '--config', config, '--reporter=json', `--outputFile=${report}`],
      { cwd: folder, env },
      resolve,
    ),
  )
  type Result = { title: string; status: string; meta: { stoppedBy?: string } }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: Result[] }[]
  }
  return Object.fromEntries(
    testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status, meta }) => [
        title,
        meta.stoppedBy === undefined ? status : `${status} by ${meta.stoppedBy}`,
      ]),
    ),
  )
}

/** A story that begins with this, under names of its own. */
const told = (name: string, first: string) => `
  describe('${name}', { tags: ['story'] }, () => {
    ${first}
    test('${name}: builds on it', () => {})
    describe('and so', () => {
      beforeAll(() => { throw new Error('there is nothing to prepare from') })
      test('${name}: does this', () => {})
    })
  })`
const firstSteps = {
  fails: `test('fails', () => expect(1).toBe(2))`,
  skipped: `test.skipIf(true)('skipped', () => {})`,
  'skips itself': `test('skips itself', ({ skip }) => skip('no dog'))`,
}

describe('a story', () => {
  test('stops at a step that fails or is skipped, says at which, and leaves the rest of the file alone', async () => {
    const stories = Object.entries(firstSteps).map(([name, first]) => told(name, first))
    const stopped = Object.keys(firstSteps).flatMap((name) => [
      [`${name}: builds on it`, `skipped by ${name}`],
      [`${name}: does this`, `skipped by ${name}`],
    ])
    expect(await run(`${stories.join('\n')}\ntest('something else', () => {})`)).toEqual({
      fails: 'failed',
      skipped: 'skipped',
      'skips itself': 'skipped',
      ...Object.fromEntries(stopped),
      'something else': 'passed',
    })
  })

  test('goes on behind steps that are left to the whole run', async () => {
    const left = `describe('whole', () => { test('left', { tags: ['thorough'] }, () => {}) })`
    const story = `describe('a story', { tags: ['story'] }, () => {
      ${left}
      test('goes on', () => {})
    })`
    expect(await run(story)).toEqual({ left: 'skipped', 'goes on': 'passed' })
  })

  test('keeps its order in a run backwards, in which a test that needs an earlier one fails', async () => {
    const two = (name: string) => `
      let made = 0
      test('${name}: makes', () => { made = 1 })
      test('${name}: needs it', () => expect(made).toBe(1))`
    const both = `describe('apart', () => {${two('apart')}})
      describe('told', { tags: ['story'] }, () => {${two('told')}})`
    expect(await run(both, 'backwards')).toEqual({
      'apart: makes': 'passed',
      'apart: needs it': 'failed',
      'told: makes': 'passed',
      'told: needs it': 'passed',
    })
  })
})
