import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { atRest } from '../../ui/at-rest.ts'

/** What home isn't opened for first: drawn when the figures stand and the page rests. Until then `instead` keeps its place. */
export function Later({ instead, children }: { instead: ReactNode; children: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    let gone = false
    // A page that rests can be used: whoever presses something now is answered before the rest is drawn.
    void atRest()
      .then(atRest)
      .then(() => gone || startTransition(() => setDue(true)))
    return () => {
      gone = true
    }
  }, [])
  return due ? children : instead
}
