/**
 * Where every link of a mail is opened. It acts for its account only if it was mailed to an address of that account, and those
 * carry a MAC: neither a mail that somebody wrote into the outbox nor an address that they wrote to a person opens anything.
 */
import { isEmailMac } from '../../desk/journal-mac.ts'
import type { Database } from '../../platform/database.ts'
import type { Mac, MacKeys } from '../../platform/mac.ts'
import type { LinkUse } from '../../platform/mail/letter.ts'
import { linkedBy, type Linked } from '../../platform/signed.ts'
import { newAddressesText } from './waiting-changes.ts'

/** `earlier`: replaced a while ago, and still told of changes to the sign-in. `new`: of a change of the email that waits. */
type Whose = 'present' | 'earlier' | 'new'

/** Invitations know their address themselves: nobody has an account with it yet. */
export type AccountLink = Exclude<LinkUse, 'staff-invitation'>

const openedFrom: { [use in AccountLink]: readonly Whose[] } = {
  'reset-password': ['present'],
  'verify-email': ['present'],
  'known-browser': ['present'],
  'agree-email': ['present'],
  'cancel-request': ['present'],
  'freeze-account': ['present', 'earlier'],
  'undo-factor': ['present', 'earlier'],
  'stop-change': ['present', 'earlier', 'new'],
  'confirm-email': ['new'],
  'confirm-own-email': ['new'],
}

type Address = { whose: Whose; email: string; mac: Mac | null; change: string | null }

const addressesText = `
  select 'present' as whose, email, encode(email_mac, 'hex') as mac, null::uuid as change from auth.persons where id = $1
  union all select 'earlier', email, encode(email_mac, 'hex'), null from auth.earlier_emails where person_id = $1
  union all select 'new', email, null, id from (${newAddressesText}) waiting`

/** The address that is to be confirmed is the one of the very change. */
const isOf = (use: AccountLink, link: Linked, { change }: Address) =>
  (use !== 'confirm-email' && use !== 'confirm-own-email') || change === link.id

/** What a link that we mailed to an address of its account is about, or null. What the row behind it says, its caller asks. */
export async function openMailedLink(
  { pool, secret, macKeys }: { pool: Database; secret: string; macKeys: MacKeys },
  use: AccountLink,
  signed: string,
): Promise<Linked | null> {
  const link = linkedBy(secret, use, signed)
  if (link === null) return null
  const { id, person } = link
  const { rows } = await pool.query<Address>({
    name: 'sign-in.addresses',
    text: addressesText,
    values: [person],
  })
  const isTheirs = rows.some(
    (row) =>
      openedFrom[use].includes(row.whose) &&
      link.isMailedTo(row.email) &&
      (row.whose === 'new' ? isOf(use, link, row) : isEmailMac(macKeys, { ...row, person })),
  )
  return isTheirs ? { id, person } : null
}
