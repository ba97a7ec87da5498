import { ProblemError } from '../../contract/problems.ts'
import {
  drawSample,
  getSample,
  getSamples,
  markLookedAt,
  takeMarkBack,
} from '../../contract/sample.ts'
import { route, succeeded } from '../../platform/route.ts'
import { draw, readSample, readSamples } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ desk, pool }) => [
  route(getSamples, async ({ query }) => succeeded(await readSamples(pool, query))),
  route(getSample, async ({ params: { id } }) => {
    const found = await readSample(pool, id)
    if (!found) throw new ProblemError('unknown_sample')
    return succeeded(found)
  }),
  route(drawSample, async ({ asked, body: { size } }) =>
    desk.runPrepared({ ...asked, kind: 'DrawSample', prepare: () => draw(pool, size) }),
  ),
  route(markLookedAt, ({ asked, params: { id: sample }, body: { userId: person, note } }) =>
    desk.run({ ...asked, kind: 'MarkLookedAt', command: { sample, person, note } }),
  ),
  route(takeMarkBack, ({ asked, params: { id: mark }, body: { reason } }) =>
    desk.run({ ...asked, kind: 'TakeMarkBack', command: { mark, reason } }),
  ),
]
