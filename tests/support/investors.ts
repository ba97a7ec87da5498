/** People with play money at a test's server, who ask and invest over HTTP. */
import { randomUUID } from 'node:crypto'
import { api, ask, signUpSomebody, type createTestApp } from './http.ts'

type App = Awaited<ReturnType<typeof createTestApp>>
export type Investor = Awaited<ReturnType<typeof signUpSomebody>>

/** At this server unless another is named. `plan`: where they invest $1,000. */
export function investorsOf(app: App, plan: string) {
  const post = (who: Investor, path: string, payload: Record<string, unknown> = {}, at = app) =>
    ask(at, 'POST', api + path, {
      token: who.token,
      payload,
      headers: { 'idempotency-key': randomUUID() },
    })
  return {
    post,
    get: async (who: Investor, path: string) =>
      (await ask(app, 'GET', api + path, { token: who.token })).body.data,
    async investor(cash = 5_000): Promise<Investor> {
      const person = await signUpSomebody(app)
      await post(person, '/demo/deposits', { amount: cash, asset: 'USDT' })
      return person
    },
    invest: (who: Investor, at = app) =>
      post(
        who,
        '/investments',
        { planId: plan, amount: 1_000, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
        at,
      ),
  }
}
