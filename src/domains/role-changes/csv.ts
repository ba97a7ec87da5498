/** Who works here, for a spreadsheet. */
import { labelsOf, rolesOf } from '../../contract/roles.ts'
import type { StaffMember } from '../../contract/staff.ts'
import { csvWords, type CsvColumn } from '../../lib/csv.ts'

export const staffColumns: CsvColumn<StaffMember>[] = [
  ['Full Name', ({ fullName }) => csvWords(fullName)],
  ['Email', ({ email }) => csvWords(email)],
  ['Roles', ({ roles }) => csvWords(labelsOf(rolesOf(roles)))],
  ['Status', ({ status }) => status],
  ['Second Factors', ({ factors }) => factors.join(' ')],
  ['Last Sign-In (UTC)', ({ lastSignInAt }) => lastSignInAt ?? ''],
  ['Sessions', ({ sessions }) => String(sessions)],
  ['Id', ({ id }) => id],
]
