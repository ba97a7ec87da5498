/** An authenticator app in the pocket of a test: the codes of a secret, by the real clock. */
import { Secret, TOTP } from 'otpauth'
import type { FastifyInstance } from 'fastify'
import type { Client } from './client.ts'
import { api, ask } from './http.ts'

const periodMs = 30_000

/** The code of now, or of so many steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * periodMs,
  })
}

/** Sets an app up for somebody whose session is fresh. A code of the step before is used for it, so that the one of now is left: where the next step begins meanwhile, it has to be sent again. */
export async function setUpApp(
  app: FastifyInstance,
  token: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await ask(app, 'POST', `${api}/second-factors/app`, { token })
  if (begun.status !== 200) throw new Error(`No app was begun: ${begun.text}`)
  const { secret } = begun.body.data
  const confirm = () =>
    ask(app, 'POST', `${api}/second-factors/app/confirmation`, {
      token,
      payload: { code: codeOf(secret, -1) },
    })
  const first = await confirm()
  const confirmed = first.status === 200 ? first : await confirm()
  if (confirmed.status !== 200) throw new Error(`The app was not confirmed: ${confirmed.text}`)
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes }
}

const confirmApp = (client: Client, secret: string): Promise<{ recoveryCodes: string[] }> => {
  const confirm = () =>
    client.ok('POST', '/second-factors/app/confirmation', { code: codeOf(secret, -1) })
  return confirm().catch(confirm)
}

/** The same for somebody at a running server. */
export async function setUpAppOf(
  client: Client,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await client.ok('POST', '/second-factors/app')
  return { secret, ...(await confirmApp(client, secret)) }
}
