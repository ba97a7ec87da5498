import { deleteView, getSavedViews, renameView, saveView } from '../../contract/saved-view.ts'
import { route, succeeded } from '../../platform/route.ts'
import { changeView, insertView, readViews, removeView } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

const changed = (isShared: boolean | undefined) =>
  isShared === undefined ? 'View renamed' : isShared ? 'View shared' : 'View no longer shared'

export const routes: RoutesOf = ({ pool }) => [
  route(getSavedViews, async ({ principal }) =>
    succeeded({ views: await readViews(pool, principal) }),
  ),
  route(saveView, async ({ principal, body }) => {
    const view = await insertView(pool, principal, body)
    return { ...succeeded({ view }), message: 'View saved' }
  }),
  route(renameView, async ({ principal, params, body }) => {
    const view = await changeView(pool, principal, params.id, body)
    return { ...succeeded({ view }), message: changed(body.isShared) }
  }),
  route(deleteView, async ({ principal, params }) => {
    await removeView(pool, principal, params.id)
    return { status: 'success' as const, message: 'View deleted' }
  }),
]
