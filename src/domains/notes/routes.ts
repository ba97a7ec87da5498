import { getNotes, writeNote } from '../../contract/note.ts'
import { route, succeeded } from '../../platform/route.ts'
import { mustBeUser } from '../people/queries.ts'
import { readNotes } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getNotes, async ({ params, query }) => {
    await mustBeUser(pool, params.userId)
    return succeeded(await readNotes(pool, params.userId, query))
  }),
  route(writeNote, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'WriteNote', command: { user: params.userId, text: body.text } }),
  ),
]
