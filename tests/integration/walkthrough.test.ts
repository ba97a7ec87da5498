/** docs/api-walkthrough.md as it stands: a shell runs its blocks in order, and every reply is what the page shows. */
import { spawn, spawnSync } from 'node:child_process'
import { text as textOf } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'
import { fencesIn, type Fence } from '../support/markdown.ts'
import { missingParts, skippedBy } from '../support/outside.ts'
import { projectFolder, startServer, stopServers } from '../support/server.ts'

const page = readFileSync(join(projectFolder, 'docs/api-walkthrough.md'), 'utf8')
const writtenAddress = 'base=http://localhost:3000/'

/** A block for the shell, and what the page says that it prints. */
type Step = { commands: string; printed: Fence | null }

/** Throws where something is said to be printed that no command prints. */
function stepsIn(text: string): Step[] {
  const steps: Step[] = []
  for (const fence of fencesIn(text)) {
    const last = steps.at(-1)
    if (fence.language === 'sh') steps.push({ commands: fence.text, printed: null })
    else if (last?.printed === null && /^(json|text)$/.test(fence.language)) last.printed = fence
    else throw new Error(`No command prints this ${fence.language}:\n${fence.text}`)
  }
  return steps
}

const mark = 'the next block of the page'

/** What each block writes, all of them in one shell, as a reader has them. The first that fails ends it. */
async function runIn(
  shell: string,
  blocks: string[],
): Promise<{ printed: string[]; stderr: string }> {
  const child = spawn(shell, ['-eu'], { cwd: await newFolder(), stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => {}) // A shell that has ended reads no further.
  child.stdin.end(blocks.join(`printf '%s\\n' '${mark}'\n`))
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  return { printed: stdout.split(`${mark}\n`), stderr }
}

/** What was found, with `…` wherever the page has it and there is something: equal to `shown` if it is as the page says. */
function asOnThePage(found: unknown, shown: unknown): unknown {
  if (shown === '…') return found === null || found === '' || found === undefined ? found : '…'
  if (Array.isArray(found) && Array.isArray(shown)) {
    const named = shown.at(-1) === '…' ? shown.slice(0, -1) : shown
    const rest = found.slice(named.length)
    const first = found.slice(0, named.length).map((one, at) => asOnThePage(one, named[at]))
    return named.length < shown.length && rest.length > 0 ? [...first, '…'] : [...first, ...rest]
  }
  if (isRecord(found) && isRecord(shown)) {
    const isNamed = (name: string) => !('…' in shown) || name in shown
    const named = Object.entries(found).filter(([name]) => isNamed(name))
    return Object.fromEntries([
      ...named.map(([name, value]) => [name, asOnThePage(value, shown[name])] as const),
      ...(named.length < Object.keys(found).length ? [['…', '…'] as const] : []),
    ])
  }
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function expectPrinted({ commands, printed }: Step, found: string): void {
  if (printed?.language === 'json') {
    const shown = JSON.parse(printed.text)
    expect(asOnThePage(JSON.parse(found), shown), commands).toEqual(shown)
  } else expect(found, commands).toBe(printed?.text ?? '')
}

const noCurl = missingParts('curl')
const curl = noCurl
  ? null
  : /^curl (\d+)\.(\d+)/.exec(spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout)
const knowsJson = curl !== null && Number(curl[1]) * 1000 + Number(curl[2]) >= 7082

describe('this comparison', () => {
  test.each([
    ['another value', { a: 1 }, { a: 2 }, false],
    ['a field too many', { a: 1, b: 2 }, { a: 1 }, false],
    ['a field too few', { a: 1 }, { a: 1, b: 2 }, false],
    ['a field too few, though more follow', { a: 1, c: 3 }, { a: 1, b: 2, '…': '…' }, false],
    ['nothing that follows', { a: 1 }, { a: 1, '…': '…' }, false],
    ['a field that follows', { a: 1, b: 2 }, { a: 1, '…': '…' }, true],
    ['an id', { id: 'c35d' }, { id: '…' }, true],
    ['nothing where an id should be', { id: null }, { id: '…' }, false],
    ['an element too many', [1, 2], [1], false],
    ['an element that follows', [1, 2], [1, '…'], true],
    ['no element that follows', [1], [1, '…'], false],
    ['another element deep within', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
  ])('on %s', (_what, found, shown, fits) => {
    const compare = () => expect(asOnThePage(found, shown)).toEqual(shown)
    if (fits) compare()
    else expect(compare).toThrow()
  })
  test('finds a reply that no command printed', () => {
    expect(() => stepsIn('```sh\ntrue\n```\n```json\n1\n```\n```json\n2\n```\n')).toThrow(
      'No command',
    )
  })
  test('finds the rest of a page that ends early', async () => {
    const { printed } = await runIn('bash', ['echo 1\n', 'false\n', 'echo 3\n'])
    expect(printed).toEqual(['1\n', ''])
  })
})

describe.skipIf(!knowsJson)(
  `the walk-through of the API${knowsJson ? '' : skippedBy(noCurl ?? 'the curl here is older than 7.82')}`,
  async () => {
    const database = await createTestDatabase({ world: true })
    const steps = stepsIn(page)
    const { url } = await startServer({ databaseUrl: database.url })
    afterAll(stopServers)

    test('does and prints what it says', async () => {
      expect(page.split(writtenAddress)).toHaveLength(2)
      const blocks = steps.map(({ commands }) => commands.replace(writtenAddress, `base=${url}/`))
      const { printed, stderr } = await runIn('bash', blocks)
      expect(stderr).toBe('')
      expect(printed).toHaveLength(steps.length)
      steps.forEach((step, at) => expectPrinted(step, printed[at]!))
    })
  },
)
