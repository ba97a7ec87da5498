import { useBusinessTime } from '../business-time.ts'

/** The day by business time, which a demonstration may have moved; until that is known, by this device. */
export function useToday(): string {
  const now = useBusinessTime()
  return new Date(now?.() ?? Date.now()).toISOString().slice(0, 10)
}
