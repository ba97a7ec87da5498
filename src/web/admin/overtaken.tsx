/** What somebody else did meanwhile, in place of a question about it. */
import type { ReactNode } from 'react'
import type { Instead } from '../ui/dialog.tsx'
import { useNow } from '../ui/use-now.ts'
import { agoOf } from '../ui/ages.ts'

export type Deed = {
  by: string
  byId: string | null
  deed: string
  note: string | null
  at: number
}

/** A screen reader hears who did what; the seconds that go by are seen. */
export const WhoDidIt = (done: Deed) => (
  <p role="status">
    <strong>
      <Done {...done} />
    </strong>
  </p>
)

export function Done({ by, deed, at }: Deed) {
  const now = useNow()
  return (
    <>
      {by} {deed} <span aria-hidden="true">{agoOf(now - at)}</span>
    </>
  )
}

/** `says`: who did what, for a screen reader too. */
export const changed = (title: string, says: ReactNode, onGoOn: () => void): Instead => ({
  title,
  says: (
    <>
      {says}
      <p>Nothing that you entered here was sent.</p>
    </>
  ),
  onGoOn,
})

/** The same of a deed whose author and moment are known. */
export const insteadOf = (deed: Deed, onGoOn: () => void, title: string): Instead =>
  changed(
    title,
    <>
      <WhoDidIt {...deed} />
      {deed.note && <p>{deed.note}</p>}
    </>,
    onGoOn,
  )
