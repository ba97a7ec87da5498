import { deleteView, getSavedViews, renameView, saveView } from '../../contract/saved-view.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, succeeded } from '../../platform/route.ts'
import { changeName, insertView, readViews, removeView } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool }) => [
  route(getSavedViews, async ({ principal }) =>
    succeeded({ views: await readViews(pool, principal.owner) }),
  ),
  route(saveView, async ({ principal, body }) => {
    const view = await insertView(pool, principal.owner, body)
    return { ...succeeded({ view }), message: 'View saved' }
  }),
  route(renameView, async ({ principal, params, body }) => {
    const view = await changeName(pool, principal.owner, params.id, body.name)
    if (!view) throw new ProblemError('unknown_view')
    return { ...succeeded({ view }), message: 'View renamed' }
  }),
  route(deleteView, async ({ principal, params }) => {
    if (!(await removeView(pool, principal.owner, params.id)))
      throw new ProblemError('unknown_view')
    return { status: 'success' as const, message: 'View deleted' }
  }),
]
