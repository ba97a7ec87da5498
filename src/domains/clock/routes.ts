import { moveClock } from '../../contract/demo.ts'
import { afterRecorded, route } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { settleDue } from '../investments/due.ts'

export const clockRoutes = (house: House) => [
  route(moveClock, async ({ asked, body }) => {
    const reply = await house.desk.run({ ...asked, kind: 'MoveClock', command: body })
    await afterRecorded(settleDue(house))
    return reply
  }),
]
