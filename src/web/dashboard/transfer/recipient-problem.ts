import { isAccountId } from '../../../lib/account-id.ts'

const digitsOf = (accountId: string) => accountId.slice('GH-'.length)

/** What is wrong with a recipient's account ID while it is typed, or null: nobody is told that something is wrong before it is whole. */
export function problemWhileTyping(accountId: string, own: string): string | null {
  const digits = digitsOf(accountId)
  if (/\D/.test(digits)) return 'An account ID is GH- and ten digits, nothing else.'
  if (digits.length < 10) return null
  if (digits.length > 10) return `An account ID has ten digits; this one has ${digits.length}.`
  if (!isAccountId(accountId))
    return 'This account ID has a typing mistake: its check digit is wrong.'
  return accountId === own
    ? 'This is your own account ID. You cannot transfer to your own account.'
    : null
}

/** The same of one that is about to be sent. */
export function recipientProblem(accountId: string, own: string): string | null {
  if (accountId === '') return 'Please enter the recipient account ID'
  return (
    problemWhileTyping(accountId, own) ??
    (isAccountId(accountId) ? null : 'This account ID is incomplete: it is GH- and ten digits.')
  )
}
