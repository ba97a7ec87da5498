/** docs/roles.md is the matrix of tests/roles/matrix.ts, for people to read. */
import { format } from 'oxfmt'
import { describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { callers, matrix, type Cell, type Row } from './roles/matrix.ts'

const words = (cell: Cell) =>
  ({ frozen: '403 (frozen)', 'frozen staff': '403 (frozen staff)', ended: '401 (nothing begun)' })[
    cell as string
  ] ?? String(cell)

function line(name: string, cells: readonly Cell[]): string {
  const endpoint: Endpoint = endpoints[name as keyof typeof endpoints]
  return `| \`${endpoint.method} ${fullPath(endpoint)}\` | ${cells.map(words).join(' | ')} |`
}

const head = `| Call | ${callers.join(' | ')} |\n|---|${callers.map(() => '---').join('|')}|`

function page(): string {
  const rows = Object.entries<Row>(matrix).map(([name, { may }]) => line(name, may))
  const live = Object.entries<Row>(matrix).flatMap(([name, row]) =>
    row.live ? [line(name, row.live)] : [],
  )
  return `# Who may do what

Every call of the API and what it answers to whom: the status of the reply to a request that is right in everything else. It is printed from \`tests/roles/matrix.ts\`, where an endpoint without a row doesn't type-check, and \`tests/integration/roles.test.ts\` makes every one of these calls, in both modes, and sees that no other method and no other spelling of an address gives anybody more.

401: not signed in. 403: not with this role. 403 (frozen): money can't leave a frozen account. 403 (frozen staff): frozen staff have no staff rights, signed in or not. 404: another person's thing, which looks like one that doesn't exist. 400 and 401 (nothing begun): what follows on a ceremony that wasn't begun here; tests/integration/second-factor.test.ts goes through them. What a call is about belongs to the user, or to the frozen user when it is they who call. Auditors read all that administrators read, and change nothing but their own samples, marks and requests for packs of evidence. No member of staff may act on themselves: that stands in \`tests/integration/back-office.test.ts\`.

${head}
${rows.join('\n')}

## In live mode

The same, but for these. 404: what exists only in the demonstration. 202: it waits for a second administrator, and the first one's yes is noted.

${head}
${live.join('\n')}
`
}

test('the page on roles is the matrix', async () => {
  const { code } = await format('roles.md', page())
  await expect(code).toMatchFileSnapshot('../docs/roles.md')
})

describe('what administrators change asks who they are again, where the policy says so', () => {
  /** Why not, of those that don't. */
  const without: Record<string, string> = {
    writeNote: 'It moves nothing and changes nobody’s standing; only staff read it',
    moveClock: 'It exists in the demonstration only, which asks nobody again',
  }
  const changes = Object.entries<Endpoint>(endpoints).filter(
    ([, { access, method }]) => access === 'admin' && method !== 'GET',
  )

  test.each(changes)('%s', (name, { reauthentication }) =>
    expect(reauthentication).toBe(name in without ? undefined : 'decision'),
  )
  test('there is a reason for none that isn’t there', () =>
    expect(
      Object.keys(without).filter((name) => !changes.some(([other]) => other === name)),
    ).toEqual([]))
})
