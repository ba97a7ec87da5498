/** Links of mails, signed as the mailer does: for the address that the mail would go to. */
import { signLink, type SignedUse } from '../../src/platform/signed.ts'
import type { TestDatabase } from './database.ts'
import { testSecret } from './stamp.ts'

/** `address`: another one than the person's own, or than the new one that a link confirms. */
export type Mailed = { id: string; person: string; address?: string }

export async function mailedLink(
  { owner }: Pick<TestDatabase, 'owner'>,
  use: SignedUse,
  { id, person, address }: Mailed,
  secret = testSecret,
): Promise<string> {
  const isNew = use === 'confirm-email' || use === 'confirm-own-email'
  const { rows } = await owner.query<{ email: string }>(
    isNew
      ? 'select email from access_changes where id = $1'
      : 'select email from auth.persons where id = $1',
    [isNew ? id : person],
  )
  return signLink(secret, use, { id, person, address: address ?? rows[0]?.email ?? '' })
}
