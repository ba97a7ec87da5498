/** `90 minutes`, `5 hours`, `3 days`: rounded up, so that nothing is promised too early. */
export function duration(minutes: number): string {
  const [count, unit] =
    minutes < 120
      ? [Math.max(minutes, 1), 'minute']
      : minutes < 48 * 60
        ? [Math.ceil(minutes / 60), 'hour']
        : [Math.ceil(minutes / (24 * 60)), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** `1 hour`, `24 hours`: as the operator has set them. */
export const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)
