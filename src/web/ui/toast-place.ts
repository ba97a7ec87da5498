/** Where a toast stands: over no control. Sizes in pixels of the window. */

export type Box = { left: number; top: number; right: number; bottom: number }
export type Place = { left: number; top: number }

/** So far a toast keeps from what it must not cover. */
const gap = 4

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/**
 * The first place that is free: its own if the page has one, else in `room` where it is now, else from the top downwards
 * at the right, in the middle, at the left. Where none is, the one that covers least.
 */
export function placeFor(
  toast: { width: number; height: number },
  room: Box,
  controls: readonly Box[],
  now: Place | null,
  own: Place | null = null,
): Place {
  const kept = controls.map(grown)
  const covered = (place: Place) => {
    const box = { ...place, right: place.left + toast.width, bottom: place.top + toast.height }
    return kept.reduce((sum, control) => sum + overlap(box, control), 0)
  }
  const lowest = Math.max(room.top, room.bottom - toast.height)
  const isInRoom = ({ left, top }: Place) =>
    left >= room.left && left + toast.width <= room.right && top >= room.top && top <= lowest
  // A free place that is higher than others begins at the top, or right below a control.
  const tops = [room.top, ...controls.map(({ bottom }) => Math.ceil(bottom + gap)), lowest]
    .filter((top) => top >= room.top && top <= lowest)
    .sort((a, b) => a - b)
  const right = room.right - toast.width
  const lefts = [
    ...new Set(
      [right, (room.left + right) / 2, room.left].map((left) => Math.max(0, Math.floor(left))),
    ),
  ]
  const places = lefts.flatMap((left) => tops.map((top) => ({ left, top })))
  if (now && isInRoom(now)) places.unshift(now)
  if (own) places.unshift(own)
  let [best, least] = [places[0]!, Infinity]
  for (const place of places) {
    const sum = covered(place)
    if (sum < least) [best, least] = [place, sum]
    if (sum === 0) break
  }
  return best
}

function grown({ left, top, right, bottom }: Box): Box {
  return { left: left - gap, top: top - gap, right: right + gap, bottom: bottom + gap }
}

/** In the middle of a gap that is high and wide enough for it. */
export function middleOf(gap: Box, toast: { width: number; height: number }): Place {
  return {
    left: Math.floor((gap.left + gap.right - toast.width) / 2),
    top: Math.ceil(Math.max(gap.top, (gap.top + gap.bottom - toast.height) / 2)),
  }
}
