/** The wave that a pressed button sends out from where it was pressed: whatever wears `data-ripple`. */
import { useEffect } from 'react'
import { startRipples } from './ripple-start.ts'

/** For pages of the signed-in app; the public pages start it themselves. */
export function useRipples(): void {
  useEffect(startRipples, [])
}
