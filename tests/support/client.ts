/** Somebody who uses the public API of a running server, as any program outside would. */
import { randomUUID } from 'node:crypto'
import type { ActivityItem } from '../../src/contract/activity.ts'
import { basePath } from '../../src/contract/endpoint.ts'
import type { Plan } from '../../src/contract/plan.ts'
import type { User } from '../../src/contract/user.ts'
import type { Withdrawal } from '../../src/contract/withdrawal.ts'

export type ApiReply = { status: number; body: any; text: string }

export class Client {
  readonly url: string
  token = ''
  user!: User

  constructor(url: string) {
    this.url = url
  }

  /** The same person, still signed in, at another server of the house. */
  through(url: string): Client {
    return Object.assign(new Client(url), { token: this.token, user: this.user })
  }

  /** Sends JSON; a key makes a repetition harmless. Rejects when no whole reply came. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    key: string = randomUUID(),
  ): Promise<ApiReply> {
    const reply = await fetch(this.url + (path.startsWith('/api/') ? '' : basePath) + path, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return {
      status: reply.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
      text,
    }
  }

  /** Sends and expects success. */
  async ok(method: string, path: string, body?: unknown): Promise<any> {
    const reply = await this.send(method, path, body)
    if (reply.status >= 300)
      throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    return reply.body.data ?? reply.body
  }

  async me(): Promise<User> {
    return (await this.ok('GET', '/me')).user
  }

  async plan(title: string): Promise<Plan> {
    return (await this.ok('GET', '/plans')).plans.find((plan: Plan) => plan.title === title)
  }

  /** Places dollars in a plan, under the terms and the risk that it states now. Answers as the call does. */
  async invest({ id, riskVersion, termsVersion }: Plan, amount: number): Promise<any> {
    return this.ok('POST', '/investments', {
      planId: id,
      amount,
      acceptedRiskVersion: riskVersion,
      acceptedTermsVersion: termsVersion,
    })
  }

  async activity(): Promise<ActivityItem[]> {
    return (await this.ok('GET', '/activity?limit=200')).activity
  }

  async withdrawals(): Promise<Withdrawal[]> {
    return (await this.ok('GET', '/withdrawals')).withdrawals
  }
}

async function enter(client: Client, path: string, body: unknown): Promise<Client> {
  const reply = await client.send('POST', path, body)
  if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${reply.text}`)
  client.token = reply.body.token
  client.user = reply.body.data.user
  return client
}

/** What everybody signs up with here. */
export const newcomersPassword = 'orange lantern'

export function signUp(
  url: string,
  fields: { fullName?: string; email?: string; referralCode?: string } = {},
): Promise<Client> {
  const password = newcomersPassword
  return enter(new Client(url), '/signup', {
    fullName: 'Nora Newcomer',
    email: `${randomUUID()}@people.example`,
    password,
    confirmPassword: password,
    ...fields,
  })
}

export function logIn(url: string, email: string, password: string): Promise<Client> {
  return enter(new Client(url), '/login', { email, password })
}

export const logInAsAdmin = (url: string) =>
  logIn(url, 'admin@glasshouse.example', 'glasshouse-admin')
