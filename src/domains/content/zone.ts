/** A zone of time, as a pack names one. */
import { z } from 'zod'
import { isZone } from '../../lib/zone.ts'

const says = 'zone must be a time zone, like Europe/Zurich'

export const zone = z.string(says).refine(isZone, says).default('UTC')
