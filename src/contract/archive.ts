/** One file with everything that is kept about somebody, made when they ask for it. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, success } from './fields.ts'

/** In 24 hours. */
export const maxArchivesADay = 3
/** In 24 hours: documents in the copies of one person, in bytes, beyond the first copy. Each copy writes all of them once more. */
export const maxArchivedBytesADay = 100 * 1024 * 1024
/** Once a newer one is ready, an earlier one stays for so long: somebody may be saving it. */
export const replacedArchiveGoodForHours = 1
/** By wall time, once it is ready. */
export const archiveGoodForDays = 7

const archive = z.strictObject({
  id: z.string(),
  requestedAt: instant,
  state: z.enum(['making', 'ready', 'failed']),
  percent: z.int().meta({ description: 'How much of it is made' }),
  size: z.int().nullable().meta({ description: 'In bytes, once it is ready' }),
  goodUntil: instant.nullable().meta({ description: 'Then it is deleted; null while it is made' }),
})
export type Archive = z.infer<typeof archive>

export const requestArchive = defineEndpoint({
  method: 'POST',
  path: '/archives',
  access: 'signed-in',
  keyed: true,
  status: 202,
  reauthentication: 'security',
  summary: `Asks for one file with everything that is kept about you, made in the background; ${maxArchivesADay} in 24 hours, fewer with many documents. It replaces earlier ones`,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ id: z.string() }),
  }),
})

export const getArchives = defineEndpoint({
  method: 'GET',
  path: '/archives',
  access: 'signed-in',
  polled: true,
  summary: 'The copies of your data that you asked for and that are still there, newest first',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ archives: z.array(archive) }),
  }),
})

const params = z.strictObject({ id })

export const openArchive = defineEndpoint({
  method: 'POST',
  path: '/archives/:id/link',
  access: 'signed-in',
  reauthentication: 'security',
  summary:
    'A link to a copy of your data that is ready, good for this session and for a minute: a browser saves what it opens',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ link: z.string(), goodUntil: instant }),
  }),
})

export const getArchiveFile = defineEndpoint({
  method: 'GET',
  path: '/archives/:id/file',
  access: 'signed-in',
  summary: 'A copy of your data as a ZIP file, by a link that POST /archives/{id}/link gave',
  params,
  query: z.strictObject({
    link: z.string('link is required').max(400, 'This is not a link'),
  }),
  reply: { media: 'application/zip' },
})
