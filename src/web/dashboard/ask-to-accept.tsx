import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { mustAccept } from '../account/editions/words.ts'
import { useOwnEditionsQuery } from '../api/editions.ts'

/** Few are asked, and seldom. Where it can't be loaded nothing asks: the page of policies does, and whatever needs them accepted. */
const AcceptEdition = lazy(() => import('./accept-edition.tsx').catch(() => ({ default: Nothing })))

const Nothing: typeof import('./accept-edition.tsx').default = () => <></>

/** Asks for what counts and isn't accepted, once each time the app is opened: it can wait. */
export function AskToAccept() {
  const { pathname } = useLocation()
  const editions = useOwnEditionsQuery().data?.data.editions ?? []
  const [putOff, setPutOff] = useState<readonly string[]>([])
  const next = editions.find((one) => mustAccept(one) && !putOff.includes(one.id))
  // The page of policies asks by itself.
  if (!next || pathname === '/dashboard/policies') return null
  return (
    <Suspense>
      <AcceptEdition key={next.id} {...next} onLater={() => setPutOff([...putOff, next.id])} />
    </Suspense>
  )
}
