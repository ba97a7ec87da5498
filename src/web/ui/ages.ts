/** How old what waits or happened is, in its largest whole unit. */
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago something happened: in seconds below a minute, then as ages are. */
export function agoOf(ms: number): string {
  const passed = Math.max(0, ms)
  return passed < minuteMs
    ? `${Math.max(1, Math.floor(passed / 1000))} s ago`
    : `${lasting(passed)} ago`
}

/** How long something waits by now, in its largest whole unit: `5 min`, `3 h`, `12 days`. Hours up to two days. */
export const ageOf = (since: string, now: string): string =>
  lasting(Math.max(0, Date.parse(now) - Date.parse(since)))

function lasting(waited: number): string {
  if (waited < hourMs) return `${Math.floor(waited / minuteMs)} min`
  return waited < 2 * dayMs
    ? `${Math.floor(waited / hourMs)} h`
    : `${Math.floor(waited / dayMs)} days`
}
