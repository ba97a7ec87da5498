/** The people of the torture: signed in before the first fault, and kept in memory. */
import { ask, type Answer } from './wire.ts'

export type Person = {
  id: string
  name: string
  email: string
  accountId: string
  referralCode: string
  cookie: string
  referrer: string | null
}
export type Plan = {
  id: string
  percent: bigint
  riskVersion: number
  termsVersion: number
  minimum: bigint
  below: bigint
}
export type Cast = { users: Person[]; admins: Person[]; plans: Plan[] }

const password = 'orange lantern'

type UserReply = {
  id: string
  fullName: string
  email: string
  accountId: string
  referralCode: string
  referredById: string | null
}

export function personFrom({ text, cookie }: Answer): Person {
  const { user } = (JSON.parse(text) as { data: { user: UserReply } }).data
  return {
    id: user.id,
    name: user.fullName,
    email: user.email,
    accountId: user.accountId,
    referralCode: user.referralCode,
    cookie: cookie!,
    referrer: user.referredById,
  }
}

export type NewPerson = { name: string; email: string; referralCode?: string | undefined }

export function signUp(port: number, { name, email, referralCode }: NewPerson): Promise<Answer> {
  return ask(port, {
    method: 'POST',
    path: '/signup',
    body: {
      fullName: name,
      email,
      password,
      confirmPassword: password,
      ...(referralCode ? { referralCode } : {}),
    },
  })
}

export function logIn(port: number, email: string, secret = password): Promise<Answer> {
  return ask(port, { method: 'POST', path: '/login', body: { email, password: secret } })
}

async function expectPerson(answering: Promise<Answer>): Promise<Person> {
  const answer = await answering
  if (answer.status >= 300) throw new Error(`Signing in answered ${answer.status}: ${answer.text}`)
  return personFrom(answer)
}

async function readPlans(port: number): Promise<Plan[]> {
  const { text } = await ask(port, { method: 'GET', path: '/plans' })
  const { plans } = (
    JSON.parse(text) as {
      data: {
        plans: {
          id: string
          profitPercent: number
          riskVersion: number
          termsVersion: number
          minimum: number
        }[]
      }
    }
  ).data
  const cents = plans.map(({ minimum }) => BigInt(minimum) * 100n)
  return plans.map(({ id, profitPercent, riskVersion, termsVersion }, n) => ({
    id,
    percent: BigInt(profitPercent),
    riskVersion,
    termsVersion,
    minimum: cents[n]!,
    below: cents[n + 1] ?? cents[n]! * 4n,
  }))
}

/** A dozen users, every third referred by the first, and both administrators. */
export async function gatherCast(port: number, count: number): Promise<Cast> {
  const first = await expectPerson(
    signUp(port, { name: 'Person 0', email: 'person-0@torture.example' }),
  )
  const others = await Promise.all(
    Array.from({ length: count - 1 }, (_, n) =>
      expectPerson(
        signUp(port, {
          name: `Person ${n + 1}`,
          email: `person-${n + 1}@torture.example`,
          referralCode: n % 3 === 0 ? first.referralCode : undefined,
        }),
      ),
    ),
  )
  const admins = await Promise.all([
    expectPerson(logIn(port, 'admin@glasshouse.example', 'glasshouse-admin')),
    expectPerson(logIn(port, 'second-admin@glasshouse.example', 'glasshouse-second')),
  ])
  return { users: [first, ...others], admins, plans: await readPlans(port) }
}
