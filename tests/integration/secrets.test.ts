/** Every route of the contract that changes what somebody proves themselves with, asked in a session that was proved long ago. */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { matrix, type Row } from '../roles/matrix.ts'
import { createWorld } from '../roles/world.ts'

/** As in the matrix of roles, but so that something secret would change. */
const bodies: Record<string, Record<string, unknown>> = {
  updateApiUser: {
    fullName: 'Another Name',
    password: 'another set of words',
    confirmPassword: 'another set of words',
    currentPassword: 'correct horse battery',
  },
}

/** What a person can do to their own account; a new endpoint is among them by itself. */
const changing = Object.entries<Row>(matrix)
  .map(([name, row]) => ({
    name,
    endpoint: endpoints[name as keyof typeof endpoints] as Endpoint,
    row: { ...row, body: bodies[name] ?? row.body! },
  }))
  .filter(
    ({ endpoint: { method, access } }) =>
      method !== 'GET' && (access === 'signed-in' || access === 'investor'),
  )

/** Those that change a secret with one call of these. A new one belongs here, and the rule has to hold it. */
const known = ['updateApiUser', 'beginApp', 'removeApp', 'renewRecoveryCodes', 'removePasskey']
/** Those that do so at the end of a ceremony, which no row of the matrix goes through. */
const ceremonies = ['confirmApp', 'beginPasskey', 'addPasskey']

describe.each([demoPolicy, livePolicy].map((policy) => ({ mode: policy.mode, policy })))(
  'in the policy of $mode',
  async ({ policy }) => {
    const world = await createWorld(policy)

    /** Whether it changed a secret, and what it was answered. */
    async function asked(
      { endpoint, row }: (typeof changing)[number],
      proved: 'proved lately' | 'proved long ago',
    ) {
      await world.forgetAttempts()
      await world.protect('user', proved)
      const before = await world.secretsOf('user')
      const answer = await world.answerOf(await world.callOf('user', endpoint, row))
      if (row.freezes) await world.letGo('user')
      return { changed: before !== (await world.secretsOf('user')), answer }
    }

    test('I11 none of them does without a second factor of who has one, the right password along or not', async () => {
      expect(changing.map(({ name }) => name)).toEqual(
        expect.arrayContaining([...known, ...ceremonies]),
      )
      for (const call of changing) {
        const { changed, answer } = await asked(call, 'proved long ago')
        expect([call.name, changed]).toEqual([call.name, false])
        if ([...known, ...ceremonies].includes(call.name))
          expect([call.name, answer]).toEqual([
            call.name,
            { status: 403, code: 'fresh_sign_in_needed' },
          ])
      }
    })

    test('I11 those that change a secret after it are the ones that the rule names', async () => {
      // The app is there already, so that beginning with one is refused by a name of its own.
      const did: string[] = []
      for (const call of changing) {
        const { changed, answer } = await asked(call, 'proved lately')
        if (changed || answer.code === 'factor_there') did.push(call.name)
      }
      expect(did.toSorted()).toEqual(known.toSorted())
      for (const { name, endpoint } of changing) {
        if (known.includes(name) || ceremonies.includes(name))
          expect([
            name,
            ['security', 'own-password'].includes(endpoint.reauthentication ?? ''),
          ]).toEqual([name, true])
      }
    })
  },
)
