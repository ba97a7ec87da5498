import type { IconName } from '../ui/icon.tsx'

/** `count`: how much waits there, as it is said; null: nothing. */
export type Place = {
  to: string
  label: string
  icon: IconName
  end?: boolean
  count?: string | null
  /** Under which heading it stands in the menu; left out: under none. Places of one heading stand together. */
  group?: string
  /** Its name in the bar at the foot of a phone; without one it isn't there. */
  inBar?: string
}
