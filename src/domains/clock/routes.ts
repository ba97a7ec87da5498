import { moveClock } from '../../contract/demo.ts'
import { afterRecorded, route } from '../../platform/route.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { settleDue } from '../investments/due.ts'
import { chargeLoans } from '../loans/due.ts'
import type { RoutesOf } from '../routes.ts'

/** Settling holds a connection and a lock for as long as it takes, so one caller does it; the others wait without either. */
const limits = { concurrency: 1, maxWaiting: 20, perAsker: 10 }

export const routes: RoutesOf = (house) => {
  const limited = createLimiter(limits)
  return [
    route(moveClock, ({ asked, body }) =>
      limited(async () => {
        const reply = await house.desk.run({ ...asked, kind: 'MoveClock', command: body })
        // What has matured is in the balance before instalments are taken from there.
        await afterRecorded(settleDue(house).then(() => chargeLoans(house)))
        return reply
      }),
    ),
  ]
}
