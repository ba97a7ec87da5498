import { Note } from '../../ui/states.tsx'

/** Above whatever a person is asked for before a loan. */
export function NeverPay() {
  return (
    <Note>
      <strong>You never pay anything to get a loan.</strong> Anyone who asks you to does not act for
      this firm.
    </Note>
  )
}
