import { useState } from 'react'
import type { Instead } from '../../ui/dialog.tsx'
import { changed } from '../overtaken.tsx'
import type { Carrier } from './words.ts'

/** `state`: what a question is about; another one: somebody else did `deed`. */
export type Watched = { what: Carrier; state: string; deed: string }

/** In place of a question about a batch or a list: what somebody else did to it since the question was asked. `isSent`: it is one's own doing. */
export function useOvertaken(
  { what, state, deed }: Watched,
  isSent: boolean,
  onGoOn: () => void,
): Instead | null {
  const [first] = useState(state)
  if (isSent || state === first) return null
  const says = (
    <p role="status">
      <strong>{deed}</strong>
    </p>
  )
  return changed(`This ${what} has changed`, says, onGoOn)
}
