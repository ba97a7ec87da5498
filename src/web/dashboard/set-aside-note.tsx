import { Link } from 'react-router'
import { formatUsd } from '../../lib/money.ts'
import { useVerificationQuery } from '../api/verification.ts'
import { centsOf } from '../ui/amount.ts'
import { Note } from '../ui/states.tsx'

/** Where money has arrived beyond a limit: how much, and where one reads what becomes of it. */
export function SetAsideNote() {
  const overLimit = useVerificationQuery().data?.data.overLimit ?? []
  if (overLimit.length === 0) return null
  const sum = overLimit.reduce((cents, { amount }) => cents + centsOf(amount), 0n)
  return (
    <Note>
      {formatUsd(sum)} arrived above your limit and is set aside in your name.{' '}
      <Link to="/dashboard/verification#set-aside">See what becomes of it</Link>
    </Note>
  )
}
