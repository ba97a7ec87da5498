/** Under which desks of tests record what they decide. */
import {
  noRoles,
  rolesByWord,
  rolesOf,
  wordOf,
  type BuiltInRole,
  type Role,
  type Roles,
} from '../../src/contract/roles.ts'
import { roleMac } from '../../src/desk/journal-mac.ts'
import { rulesVersion } from '../../src/domains/nouns.ts'
import { macKeysOf } from '../../src/platform/mac.ts'

import type { TestDatabase } from './database.ts'

export const testSecret = 'a-secret-of-the-tests-0123456789-abcdef'
export const testMacKeys = macKeysOf(testSecret)
export const testStamp = { macKeys: testMacKeys, rulesVersion }

/** As a command that opens a member of staff would leave it; only the database's owner can, and only the secret's holder so that it counts. */
export async function setRole(
  { owner }: Pick<TestDatabase, 'owner'>,
  id: string,
  role: Role | BuiltInRole,
): Promise<void> {
  await setRoles(
    { owner },
    id,
    role in rolesByWord ? rolesByWord[role as Role] : rolesOf([role as BuiltInRole]),
  )
}

/** The same of roles of the firm's own. */
export async function setRoles(
  { owner }: Pick<TestDatabase, 'owner'>,
  id: string,
  roles: Roles,
): Promise<void> {
  const mac = roles === noRoles ? null : roleMac(testMacKeys, id, roles)
  await owner.query(
    `update owners set role = $2, roles = $3, role_mac = decode($4, 'hex') where id = $1`,
    [id, wordOf(roles), roles, mac],
  )
}
