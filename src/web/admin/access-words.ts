import type { AccessChange } from '../../contract/access-change.ts'

/** What it changes, in few words. */
export function accessWords({
  what,
  email,
  passkeyName,
}: Pick<AccessChange, 'what' | 'email' | 'passkeyName'>): string {
  if (what === 'email') return `E-mail to become ${email}`
  return what === 'app'
    ? 'Authenticator app to be taken away'
    : `Passkey “${passkeyName}” to be taken away`
}
