/** J10: no file with other people's data leaves without a line in the audit that says who took what, by which filter, and how much. */
import { expect, test } from 'vitest'
import { ofStaff, takenOf, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { administrators, auditors, capabilitiesOf } from '../../src/contract/roles.ts'
import { matrix, type Row } from '../roles/matrix.ts'
import { createWorld } from '../roles/world.ts'
import { demoPolicy } from '../../src/platform/policy.ts'

/** Files that a link opens: the line is left by the call that gives the link, and no link works without it. */
const linkedBy: Record<string, string> = {
  getDocumentPage: 'viewDocument',
  getDocumentFile: 'viewDocument',
  getMessageFilePage: 'viewMessageFile',
  getMessageFile: 'viewMessageFile',
  getEvidenceFile: 'downloadEvidence',
}

const isFile = ({ reply }: Endpoint) => 'media' in reply && reply.media !== 'text/event-stream'

const files = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, endpoint]) => isFile(endpoint) && ofStaff(endpoint) !== null,
)

const may = { auditor: capabilitiesOf(auditors), administrator: capabilitiesOf(administrators) }

const world = await createWorld(demoPolicy)

test('J10: there are files that staff can take', () => {
  expect(files.map(([name]) => name)).toEqual(
    expect.arrayContaining(['getUsersCsv', 'getAuditCsv', 'getDocumentFile', 'getEvidenceFile']),
  )
})

test.each(
  files.flatMap(([name, endpoint]) =>
    (['auditor', 'administrator'] as const)
      .filter((who) => takenOf(endpoint).every((what) => may[who].has(what)))
      .map((who) => [name, who] as const),
  ),
)('J10: %s leaves a line of the %s in the audit', async (file, caller) => {
  const name = linkedBy[file] ?? file
  const row = (matrix as Record<string, Row>)[name]!
  const endpoint = (endpoints as Record<string, Endpoint>)[name]!
  const asked = await world.callOf(caller, endpoint, row)
  const before = await world.actsOf(caller)
  expect((await world.answerOf(asked)).status).toBe(200)
  const acts = (await world.actsOf(caller)).slice(before.length)
  expect(acts).toHaveLength(1)
  expect(acts[0]!.outcome).toBe('done')
})

test.each([
  ['/users.csv?status=active&sort=email', 'users.csv', 'sort=email status=active', ''],
  ['/users.csv?search=zzz', 'users.csv', '', 'Searched for “zzz”'],
  ['/bank-entries.csv?work=suspense', 'bank-entries.csv', 'work=suspense', ''],
  ['/staff.csv', 'staff.csv', '', ''],
  [
    '/withdrawals.csv?kind=bank&amountFrom=10&status=paid',
    'withdrawals.csv',
    'amountFrom=10 kind=bank status=paid',
    '',
  ],
  ['/audit.csv?kind=WriteNote', 'audit.csv', 'kind=WriteNote', ''],
  ['/audit.csv?kind=WriteNote&search=zzz', 'audit.csv', 'kind=WriteNote', 'Searched for “zzz”'],
])('J10: the line of %s says the filter and how many rows', async (path, file, filter, reason) => {
  const { text, lastAct } = await world.fileOf('auditor', path)
  // The first line is the head.
  const rows = text.trim().split(/\r?\n/).length - 1
  expect([lastAct.kind, lastAct.input, lastAct.reason]).toEqual([
    'ExportList',
    { file, filter, rows },
    reason,
  ])
})
