/** Days on which the firm doesn't work beside weekends, as a pack names them. */
import { z } from 'zod'

/** Those of a few years. */
const most = 100

export const closedDays = z
  .array(
    z.iso.date('closedDays must be days like 2026-12-25'),
    'closedDays must be a list of days, like [2026-12-25]',
  )
  .max(most, `closedDays has more than ${most} days`)
  .default([])
