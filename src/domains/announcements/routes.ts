import {
  countAudience,
  getAnnouncementReaders,
  getAnnouncements,
  proposeAnnouncement,
  resumeAnnouncement,
  stopAnnouncement,
} from '../../contract/announcement-sending.ts'
import { getOwnAnnouncements, readAnnouncement } from '../../contract/announcement.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import { readLadder } from '../plans/queries.ts'
import type { RoutesOf } from '../routes.ts'
import * as audience from './audience.ts'
import { readAnnouncements, readOwnAnnouncements, readReaders } from './queries.ts'

async function titleOf(db: Database, plan: string | null): Promise<string | null> {
  if (plan === null) return null
  const found = (await readLadder(db)).find(({ id }) => id === plan)
  if (!found) throw new ProblemError('unknown_plan')
  return found.title
}

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getOwnAnnouncements, async ({ principal, query }) =>
    succeeded(await readOwnAnnouncements(pool, principal.owner, query)),
  ),
  route(readAnnouncement, ({ asked, principal, params: { id: delivery } }) =>
    desk.run({
      ...asked,
      kind: 'ReadAnnouncement',
      command: { owner: principal.owner, delivery },
    }),
  ),
  route(getAnnouncements, async ({ query }) => succeeded(await readAnnouncements(pool, query))),
  route(countAudience, async ({ query: { plan = null, status = null, country = null } }) =>
    succeeded({
      reaches: await audience.countAudience(pool, { plan, status, country }),
      plans: (await readLadder(pool)).map(({ id, title }) => ({ id, title })),
    }),
  ),
  route(getAnnouncementReaders, async ({ params: { id }, query }) =>
    succeeded(await readReaders(pool, id, query)),
  ),
  route(proposeAnnouncement, ({ asked, body }) =>
    desk.runPrepared({
      ...asked,
      kind: 'ProposeAnnouncement',
      prepare: async () => ({
        ...body,
        planTitle: await titleOf(pool, body.plan),
        reaches: await audience.countAudience(pool, body),
      }),
    }),
  ),
  route(stopAnnouncement, ({ asked, params: { id: announcement }, body: { reason } }) =>
    desk.run({ ...asked, kind: 'StopAnnouncement', command: { announcement, reason } }),
  ),
  route(resumeAnnouncement, ({ asked, params: { id: announcement } }) =>
    desk.run({ ...asked, kind: 'ResumeAnnouncement', command: { announcement } }),
  ),
]
