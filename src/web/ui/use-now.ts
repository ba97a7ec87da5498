import { useEffect, useState } from 'react'

/** The reader's clock, every second. */
export function useNow(): number {
  const [now, tick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
