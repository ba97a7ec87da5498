import { getNotes, writeNote } from '../../contract/note.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { mustBeUser } from '../people/queries.ts'
import { readNotes } from './queries.ts'

export const noteRoutes = ({ pool, desk }: House) => [
  route(getNotes, async ({ params, query }) => {
    await mustBeUser(pool, params.userId)
    return succeeded(await readNotes(pool, params.userId, query))
  }),
  route(writeNote, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'WriteNote', command: { user: params.userId, text: body.text } }),
  ),
]
