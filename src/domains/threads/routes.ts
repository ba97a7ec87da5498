import {
  answerMessages,
  getMessages,
  getTemplates,
  getThreads,
  getUserMessages,
  readMessages,
  sendMessage,
  settleMessages,
} from '../../contract/message.ts'
import { asksForPayment } from '../../lib/asks-for-payment.ts'
import { route, succeeded } from '../../platform/route.ts'
import { mustBeUser } from '../people/queries.ts'
import type { RoutesOf } from '../routes.ts'
import { readThread, readThreads } from './queries.ts'

/** So many of the newest messages are searched together with what is written now. */
const readTogether = 30

export const routes: RoutesOf = ({ pool, desk, firm }) => [
  route(getMessages, async ({ principal, query }) =>
    succeeded(await readThread(pool, principal.owner, query)),
  ),
  route(sendMessage, ({ asked, principal, body }) =>
    desk.run({ ...asked, kind: 'SendMessage', command: { owner: principal.owner, ...body } }),
  ),
  route(readMessages, ({ asked, principal, body }) =>
    desk.run({ ...asked, kind: 'ReadMessages', command: { owner: principal.owner, ...body } }),
  ),
  route(getUserMessages, async ({ params, query }) => {
    await mustBeUser(pool, params.userId)
    return succeeded(await readThread(pool, params.userId, query))
  }),
  route(answerMessages, ({ asked, params, body }) => {
    const prepare = async () => {
      const { messages } = await readThread(pool, params.userId, { limit: readTogether })
      const earlier = messages.map((one) => one.text).toReversed()
      return { user: params.userId, ...body, fault: asksForPayment(body.text, earlier) }
    }
    return desk.runPrepared({ ...asked, kind: 'AnswerMessages', prepare })
  }),
  route(settleMessages, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'SettleMessages', command: { user: params.userId, ...body } }),
  ),
  route(getThreads, async ({ query }) => succeeded(await readThreads(pool, query))),
  route(getTemplates, async () => succeeded({ templates: [...(firm.messages?.templates ?? [])] })),
]
