/** A worker that does nothing but send announcements: DATABASE, PACE. */
import { createAnnouncing } from '../../src/domains/announcements/due.ts'
import { workUntilKilled } from './lone-worker.ts'

await workUntilKilled((parts) => createAnnouncing({ ...parts, pace: Number(process.env.PACE) }))
