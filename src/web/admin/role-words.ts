import type { Role } from '../../contract/user.ts'

export const roleNames: Record<Role, string> = {
  admin: 'Administrator',
  auditor: 'Auditor',
  user: 'No role',
}

/** What somebody with this role can do. */
export const meanings: Record<Role, string> = {
  admin: 'An administrator decides on requests, edits accounts and books money.',
  auditor:
    'An auditor reads everything that staff read and changes nothing. An auditor has no money here.',
  user: 'They keep their account and lose every right of staff at once.',
}
