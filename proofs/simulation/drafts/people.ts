/** Accounts: opened, named, frozen and closed. */
import { securityChanges } from '../../../src/contract/security.ts'
import { idFromName } from '../../../src/platform/ids.ts'
import type { Model } from '../model.ts'
import type { Person } from '../model-state.ts'
import {
  administrator,
  pickReady,
  somebody,
  type Drawn,
  type Makers,
  type Scene,
} from '../scene.ts'

export const personId = (number: number) => idFromName(`person ${number}`)

export function opening(
  number: number,
  role: 'user' | 'admin' | 'auditor' = 'user',
  referralCode: string | null = null,
  fixed = false,
): Drawn<'OpenOwner'> {
  const owner = personId(number)
  const command = {
    owner,
    fullName: `Name ${number}`,
    email: `person-${number}@people.example`,
    role,
    referralCode,
    fixed,
    vouched: false,
  }
  return { command, actor: owner, id: owner }
}

function openingNow({ model, number, people, on, nth, twist }: Scene): Drawn<'OpenOwner'> {
  const open = model.people.filter(({ status }) => status !== 'closed')
  const administrators = open.filter(({ role }) => role === 'admin').length
  const code = [
    null,
    somebody(model, on).referralCode,
    somebody(model, nth).referralCode,
    'ZZZZZZZZZZ',
  ][twist % 16 === 0 ? 3 : nth % 3]!
  const role = twist % 4 === 1 && administrators < 5 ? 'admin' : 'user'
  const drawn = opening(number, role, code)
  if (role === 'admin' || (open.length < people && nth % 8 > 0)) return drawn
  const owner = somebody(model, on).id
  return { command: { ...drawn.command, owner }, actor: owner }
}

/** No name is used twice, so a name shows when it was given. */
export const nameFor = (model: Model, user: string, number: number, same: boolean) =>
  (same && model.person(user)?.fullName) || `Name ${number}`

/** A person with a past and nothing left open. */
const hasLeftNothing = ({ role, status, version, cash, held, invested }: Person) =>
  role === 'user' &&
  status !== 'closed' &&
  version > 2 &&
  cash.balance + held.balance + invested.balance === 0n

export const people: Makers<
  | 'OpenOwner'
  | 'ChangeName'
  | 'FreezeUser'
  | 'UnfreezeUser'
  | 'FreezeOwnAccount'
  | 'RecordSecurityChange'
  | 'VerifyEmail'
  | 'EndSessions'
  | 'CloseUser'
> = {
  OpenOwner: openingNow,
  ChangeName: ({ model, user, number, twist }) => ({
    command: { owner: user, fullName: nameFor(model, user, number, twist % 4 === 0) },
    actor: user,
  }),
  FreezeUser: ({ model, underStaff, actor, nth, twist }) => ({
    command: {
      user: twist % 16 === 7 ? administrator(model, nth) : underStaff,
      reason: `Reason ${nth}`,
    },
    actor,
  }),
  UnfreezeUser({ model, underStaff, actor, nth }) {
    const frozen = pickReady(model.people, nth, ({ status }) => status === 'frozen')?.id
    return { command: { user: frozen ?? underStaff, reason: `Reason ${nth}` }, actor }
  },
  FreezeOwnAccount({ model, user, by, nth, twist }) {
    const owner = twist % 2 === 1 ? administrator(model, by) : user
    return { command: { owner, reason: nth % 2 === 0 ? null : `Reason ${nth}` }, actor: owner }
  },
  RecordSecurityChange: ({ user, nth }) => ({
    command: {
      owner: user,
      change: securityChanges[nth % securityChanges.length]!,
      undoneWithinMs: null,
    },
    actor: user,
  }),
  VerifyEmail({ model, user, nth }) {
    const unverified = pickReady(
      model.people,
      nth,
      ({ emailVerified, status }) => !emailVerified && status !== 'closed',
    )
    const email = nth % 16 === 5 ? 'elsewhere@people.example' : unverified?.email
    return {
      command: { owner: unverified?.id ?? user, email: email ?? '' },
      actor: unverified?.id ?? user,
    }
  },
  EndSessions: ({ underStaff, actor }) => ({ command: { user: underStaff }, actor }),
  CloseUser({ model, underStaff, actor, nth, twist }) {
    const spent = twist % 2 === 0 ? pickReady(model.people, nth, hasLeftNothing)?.id : undefined
    return {
      command: {
        user: twist % 16 === 7 ? administrator(model, nth) : (spent ?? underStaff),
        unverified: nth % 4 === 1,
        asked: false,
        kept: nth % 4 === 2 ? { years: 5, law: 'A law' } : null,
      },
      actor,
    }
  },
}
