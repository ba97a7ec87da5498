/** docs/roles.md is the matrix of tests/roles/matrix.ts, for people to read. */
import { format } from 'oxfmt'
import { describe, expect, test } from 'vitest'
import { fullPath, ofStaff, type Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { proposalRights } from '../src/contract/proposal.ts'
import { builtInRoles, capabilities } from '../src/contract/roles.ts'
import { callers, matrix, type Cell, type Row } from './roles/matrix.ts'

const base = '/invest/api/v1'
const isSuccess = (cell: Cell) => typeof cell === 'number' && cell < 300

const words = (cell: Cell) =>
  isSuccess(cell)
    ? 'yes'
    : ({
        frozen: '403 (frozen)',
        'frozen staff': '403 (frozen staff)',
        ended: '401 (nothing begun)',
      }[cell as string] ?? String(cell))

/** `yes: user, administrator; 401: nobody`, whoever is answered alike together. */
function answersOf(cells: readonly Cell[]): string {
  const alike = [...Map.groupBy(callers, (_, at) => words(cells[at]!))]
  if (alike.length === 1) return `Everybody: ${alike[0]![0]}`
  return alike.map(([answer, those]) => `${answer}: ${those.join(', ')}`).join('; ')
}

/** With the status of a success where it isn't 200; a row has one. */
function callOf(name: string, cells: readonly Cell[]): string {
  const endpoint: Endpoint = endpoints[name as keyof typeof endpoints]
  const successes = [...new Set(cells.filter(isSuccess))]
  expect(successes.length, name).toBeLessThan(2)
  const status = successes.filter((cell) => cell !== 200).map((cell) => ` ${cell}`)
  return `- \`${endpoint.method} ${fullPath(endpoint).replace(base, '')}\`${status.join('')}`
}

/** Calls that are answered alike stand together, those of the most calls first. */
function listOf(rows: readonly (readonly [name: string, cells: readonly Cell[]])[]): string {
  const alike = [...Map.groupBy(rows, ([, cells]) => answersOf(cells))]
  return alike
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([answers, calls]) => {
      const lines = calls.map(([name, cells]) => callOf(name, cells))
      return `**${answers}**\n\n${lines.join('\n')}`
    })
    .join('\n\n')
}

/** What each role may, a line for each capability. */
function rolesTable(): string {
  const roles = Object.values(builtInRoles)
  const lines = Object.entries(capabilities).map(([name, says]) =>
    [
      `May ${says}`,
      ...roles.map(({ may }) => ((may as readonly string[]).includes(name) ? 'yes' : '')),
    ].join(' | '),
  )
  const head = ['', ...roles.map(({ label }) => label)].join(' | ')
  return [head, ['---', ...roles.map(() => '---')].join(' | '), ...lines]
    .map((line) => `| ${line} |`)
    .join('\n')
}

const proposalsTable = () =>
  [
    '| Proposal | Whoever proposes it may | Whoever agrees may |\n| --- | --- | --- |',
    ...Object.entries(proposalRights).map(
      ([kind, { propose, agree }]) =>
        `| ${kind} | ${capabilities[propose]} | ${capabilities[agree]} |`,
    ),
  ].join('\n')

function page(): string {
  const rows = Object.entries<Row>(matrix).map(([name, { may }]) => [name, may] as const)
  const live = Object.entries<Row>(matrix).flatMap(([name, row]) =>
    row.live ? [[name, row.live] as const] : [],
  )
  return `# Who may do what

Every call of the API (below \`${base}\`) and what it answers to whom: the status of the reply to a request that is right in everything else. It is printed from the access that each endpoint names and from \`tests/roles/matrix.ts\`, which says what is otherwise, and \`tests/integration/roles.test.ts\` makes every one of these calls, in both modes, and sees that no other method and no other spelling of an address gives anybody more.

- yes: it is done, with 200 or the status behind the call.
- 401: not signed in. 403: not with this role.
- 403 (frozen): money can't leave a frozen account. 403 (frozen staff): frozen staff have no staff rights, signed in or not.
- 404: another person's thing, which looks like one that doesn't exist.
- 400 and 401 (nothing begun): what follows on a ceremony that wasn't begun here; \`tests/integration/second-factor.test.ts\` goes through them.

What a call is about belongs to the user, or to the frozen user when it is they who call. Auditors read all that administrators read, and change nothing but their own samples, marks and requests for packs of evidence. No member of staff may act on themselves: that stands in \`tests/integration/back-office.test.ts\`. What is kept apart whatever roles somebody has, such as approving and paying, says [decision 111](decisions/111-roles-by-capability.md).

## Roles

${rolesTable()}

Anybody can hold several, but for auditors. Proposals take what is theirs:

${proposalsTable()}

## Calls

${listOf(rows)}

## In live mode

The same, but for these. 404: what exists only in the demonstration. 202: it waits for a second person, and the first one's yes is noted.

${listOf(live)}
`
}

test('the page on roles is the matrix', async () => {
  const { code } = await format('roles.md', page())
  await expect(code).toMatchFileSnapshot('../docs/roles.md')
})

describe('what administrators change asks who they are again, where the policy says so', () => {
  const ofTheirOwn = 'It changes nothing but a list or mark of one’s own'
  const onlyWhose = 'It decides nothing: it says whose work something is'
  const onlyReads = 'It books nothing: it says what would be'
  /** Why not, of those that don't. */
  const without: Record<string, string> = {
    writeNote: 'It moves nothing and changes nobody’s standing; only staff read it',
    answerMessages: 'It moves nothing and changes nobody’s standing; its person reads it',
    settleMessages: onlyWhose,
    viewMessageFile: 'It is recorded, and its owner is told',
    takeWork: onlyWhose,
    giveWork: onlyWhose,
    returnWork: onlyWhose,
    putOffWork: onlyWhose,
    moveClock: 'It exists in the demonstration only, which asks nobody again',
    saveView: ofTheirOwn,
    renameView: ofTheirOwn,
    deleteView: ofTheirOwn,
    drawSample: ofTheirOwn,
    markReviewed: ofTheirOwn,
    withdrawReviewMark: ofTheirOwn,
    requestEvidence: 'It takes two others, or holds no words of people',
    viewDocument: 'It is recorded, and its owner is told',
    viewDocumentNumber: 'The same',
    compareStatement: onlyReads,
    checkImport: onlyReads,
    readBankReport: onlyReads,
  }
  const changes = Object.entries<Endpoint>(endpoints).filter(
    ([, endpoint]) => ofStaff(endpoint) !== null && endpoint.method !== 'GET',
  )

  test.each(changes)('%s', (name, { reauthentication }) =>
    expect(reauthentication).toBe(
      name in without ? undefined : name === 'downloadEvidence' ? 'security' : 'decision',
    ),
  )
  test('there is a reason for none that isn’t there', () =>
    expect(
      Object.keys(without).filter((name) => !changes.some(([other]) => other === name)),
    ).toEqual([]))
})
