import {
  defineCommand,
  defineStaffCommand,
  refuseUnlessOpen,
  refuse,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import { byReferralCode, rolesOfOwner } from '../../desk/owners.ts'
import {
  changeOf,
  erasedWords,
  isListedAs,
  numberIfAny,
  subjectOf,
  textIfAny,
  textOf,
  wordsIfAny,
  wordsOf,
} from '../../desk/recall.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { SecurityChange } from '../../contract/security.ts'
import { noRoles, type Role } from '../../contract/roles.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { asideOf, whatIsLeft } from '../account-closings/left.ts'
import { refusalOfClosing } from '../account-closings/may-close.ts'
import { closingOf } from '../account-closings/table.ts'
import { accessChanges, endEmailChanges, openChangesOf } from '../access-changes/table.ts'
import { runningOf } from '../investments/table.ts'
import { keepForLaw, yearsAfter, type Kept } from '../kept-records/effects.ts'
import { accountIdsFor, newOwner } from '../people/opening.ts'
import { refusalOfLast, accountOn } from '../people/rules.ts'
import { endFactorsOf, endLinksOf, endSessionsOf, endWork } from '../sign-in/effects.ts'
import { mail as tellOfSignIn } from '../sign-in/mails.ts'
import { canBeFrozen, keepFrozen, refusalOfErasing, refusalOfUnfreezing } from '../checks/stops.ts'
import { checksOf } from '../checks/table.ts'
import { casesIn, casesOf } from '../verification/table.ts'
import { refusalOfVerifier } from '../verification/verifier.ts'
import { mail } from '../people/mails.ts'
import { presentUser } from '../investments/present.ts'

export type OpenOwner = {
  owner: OwnerId
  fullName: string
  email: string
  role: Role
  referralCode: string | null
  fixed: boolean
  /** Who opens it stands for the email address, as for that of staff. */
  vouched: boolean
}

export const openOwner = defineCommand<OpenOwner, OwnerId>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      // Name and email are no state of the books: the first of them stands in no command.
      fullName: erasedWords(kept, 'name'),
      email: '',
      role: textOf(kept, 'role') as Role,
      referralCode: null,
      fixed: kept.input.fixed === true,
      vouched: kept.input.vouched === true,
    },
    found: textIfAny(kept, 'referrer') ?? null,
  }),
  journal: (c) => ({ role: c.role, fixed: c.fixed, ...(c.vouched ? { vouched: true } : {}) }),
  lookup: (c) => (c.referralCode ? byReferralCode(c.referralCode) : null),
  subject: (c) => c.owner,
  needs: (c, referrer) => ({
    owners: [c.owner],
    people: referrer === null ? [] : [referrer],
    accountIds: accountIdsFor(c.owner),
  }),
  decide(world, c, { at, found: referrer }) {
    if (world.owners.has(c.owner)) return refuse('already_opened')
    if (c.referralCode && !referrer) return refuse('unknown_referral_code')
    const opened = newOwner(world, {
      ...{ id: c.owner, role: c.role, fullName: c.fullName, email: c.email, referrer },
      ...{ fixed: c.fixed, emailVerified: c.role !== 'user' || c.fixed || c.vouched, at },
    })
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'account-opened' }],
      opened,
      ...(referrer ? { facts: { referrer } } : {}),
      effects: [
        mail({ owner: c.owner, template: 'welcome', values: { accountId: opened.accountId } }),
      ],
    }
  },
  reply: (world, c, { at }) => ({ status: 201, body: presentUser(world, c.owner, at) }),
})

/** The owner of an account that isn't closed, frozen or not. */
function holder(world: World, id: OwnerId): Refusal | Owner {
  const owner = world.owners.get(id)
  return refuseUnlessOpen(owner) ?? owner!
}

export type ChangeName = { owner: OwnerId; fullName: string }

/** What the commands share by which people change their own account, and read it in the reply. */
const byHolder = {
  journal: () => ({}),
  subject: (c: { owner: OwnerId }) => c.owner,
  needs: (c: { owner: OwnerId }) => ({ owners: [c.owner], read: [runningOf(c.owner)] }),
}

export const changeName = defineCommand<ChangeName>({
  ...byHolder,
  recall: (kept, world) => ({
    command: {
      owner: subjectOf(kept),
      fullName: isListedAs(kept, 'name-changed')
        ? (changeOf(kept, 'fullName')?.to ?? erasedWords(kept, 'name'))
        : (world.owners.get(subjectOf(kept))?.fullName ?? ''),
    },
  }),
  decide(world, c) {
    const owner = holder(world, c.owner)
    if (!('totals' in owner)) return owner
    if (owner.fullName === c.fullName) return { postings: [], activity: [] }
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'name-changed' }],
      owners: [{ id: c.owner, fullName: c.fullName }],
      texts: { changes: [{ field: 'fullName', from: owner.fullName, to: c.fullName }] },
    }
  },
  reply: (world, c, { at }) => ({
    status: 200,
    body: {
      status: 'success',
      message: 'Settings updated successfully',
      data: { user: presentUser(world, c.owner, at) },
    },
  }),
})

export type Freeze = { user: OwnerId; reason: string }

/**
 * What a change of status locks. Of staff's also the firm: a command that takes one away, in whichever
 * way, sees who is left, and two of them at once don't both find another. Who becomes one between the look and the lock
 * is taken for the last, and not frozen until it is asked again.
 */
const needsOfStatusChange = (user: OwnerId, roles: Owner['roles'] | null): Needs =>
  roles !== null && roles !== noRoles
    ? { owners: [user, firm], read: [runningOf(user)], staff: true }
    : { owners: [user], read: [runningOf(user)] }

/** A freeze beside a check’s changes no status, and stays when the check ends. */
const statusChange = (world: World, owner: Owner, to: 'frozen' | 'active') => ({
  owners: [{ id: owner.id, status: to }],
  put: to === 'frozen' ? keepFrozen(world, owner) : [],
})

const toldOfStatus = ({ status: from }: Owner, to: 'frozen' | 'active') =>
  from === to ? {} : { changes: [{ field: 'status', from, to }] }

function freezing(to: 'frozen' | 'active') {
  return defineStaffCommand<Freeze, Owner['roles']>({
    may: to === 'frozen' ? 'freeze' : 'unfreeze',
    recall: (kept, world) => ({
      command: { user: subjectOf(kept), reason: wordsOf(kept, 'reason') },
      found: world.owners.get(subjectOf(kept))?.roles ?? null,
    }),
    journal: () => ({}),
    lookup: (c) => rolesOfOwner(c.user),
    subject: (c) => c.user,
    needs(c, roles) {
      const { read = [], ...needs } = needsOfStatusChange(c.user, roles)
      return {
        ...needs,
        read: [...read, checksOf(c.user), ...(to === 'active' ? [casesOf(c.user)] : [])],
      }
    },
    decide(world, c, context) {
      const owner = accountOn(world, c.user, context)
      if (!('totals' in owner)) return owner
      if (to === 'frozen' && !canBeFrozen(world, owner)) return refuse('already_frozen')
      if (to === 'active' && owner.status === to) return refuse('not_frozen')
      const refusal =
        to === 'frozen'
          ? refusalOfLast(world, owner)
          : (refusalOfUnfreezing(world, c.user) ?? refusalOfVerifier(world, owner.id, context))
      if (refusal) return refusal
      return {
        postings: [],
        activity: [
          { owner: c.user, kind: to === 'frozen' ? 'account-frozen' : 'account-unfrozen' },
        ],
        ...statusChange(world, owner, to),
        texts: { reason: c.reason, ...toldOfStatus(owner, to) },
        effects: [
          ...(to === 'frozen' ? endWork(owner) : []),
          mail({
            owner: c.user,
            template: 'staff-change',
            values: { what: to === 'frozen' ? 'frozen' : 'unfrozen', reason: c.reason },
          }),
        ],
      }
    },
    reply: (world, c, { at }) => ({
      status: 200,
      body: {
        status: 'success',
        message: to === 'frozen' ? 'Account frozen' : 'Account unfrozen',
        data: { user: presentUser(world, c.user, at) },
      },
    }),
  })
}

export const freezeUser = freezing('frozen')
export const unfreezeUser = freezing('active')

export type FreezeOwnAccount = { owner: OwnerId; reason: string | null }

/** People who fear for their account freeze it at once; only staff lift it again, after a talk. */
export const freezeOwnAccount = defineCommand<FreezeOwnAccount, Owner['roles']>({
  ...byHolder,
  recall: (kept, world) => ({
    command: { owner: subjectOf(kept), reason: wordsIfAny(kept, 'reason') },
    found: world.owners.get(subjectOf(kept))?.roles ?? null,
  }),
  lookup: (c) => rolesOfOwner(c.owner),
  needs(c, roles) {
    const { read = [], ...needs } = needsOfStatusChange(c.owner, roles)
    return { ...needs, read: [...read, checksOf(c.owner)] }
  },
  decide(world, c) {
    const owner = holder(world, c.owner)
    if (!('totals' in owner)) return owner
    if (!canBeFrozen(world, owner)) return refuse('already_frozen')
    const last = refusalOfLast(world, owner)
    if (last) return last
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'account-frozen' }],
      ...statusChange(world, owner, 'frozen'),
      texts: { ...(c.reason ? { reason: c.reason } : {}), ...toldOfStatus(owner, 'frozen') },
      effects: [
        ...endWork(owner),
        mail({ owner: c.owner, template: 'frozen-by-owner', values: {} }),
      ],
    }
  },
  reply: (world, c, { at }) => ({
    status: 200,
    body: {
      status: 'success',
      message: 'Your account is frozen. Our staff can unfreeze it.',
      data: { user: presentUser(world, c.owner, at) },
    },
  }),
})

export type RecordSecurityChange = {
  owner: OwnerId
  change: SecurityChange
  /** Where a factor was added: every address that the account had within this many milliseconds gets the link that undoes it. */
  undoneWithinMs: number | null
}

/** What happened to a sign-in: recorded and told after it was done, since passwords and factors are no business of the desk. */
export const recordSecurityChange = defineCommand<RecordSecurityChange>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      change: textOf(kept, 'change') as SecurityChange,
      undoneWithinMs: null,
    },
  }),
  journal: (c) => ({ change: c.change }),
  subject: (c) => c.owner,
  needs: (c) => ({
    owners: [c.owner],
    ...(c.change === 'password-reset' ? { read: [openChangesOf(c.owner)] } : {}),
  }),
  decide(world, c, context) {
    const { id } = context
    const owner = holder(world, c.owner)
    if (!('totals' in owner)) return owner
    const told = { owner: c.owner, template: 'security-change' } as const
    // Freezing staff stops more than money out: somebody else does it.
    const values = { change: c.change, ...(owner.role === 'user' ? { freeze: id } : {}) }
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: c.change }],
      // Whoever could use the link reads the mailbox.
      ...(c.change === 'password-reset' && !owner.emailVerified
        ? {
            owners: [{ id: c.owner, emailVerified: true }],
            put: endEmailChanges(world, c.owner, context).map((row) => accessChanges.row(row)),
          }
        : {}),
      effects: [
        tellOfSignIn(
          c.undoneWithinMs === null
            ? { ...told, values }
            : { ...told, values: { ...values, link: id }, everywhere: c.undoneWithinMs },
        ),
      ],
    }
  },
  reply: () => ({ status: 200, body: { status: 'success', message: 'Noted' } }),
})

/** `email`: where the link was mailed to that leads to it. */
export type VerifyEmail = { owner: OwnerId; email: string }

/**
 * Whoever has used the link that was mailed to the address, and gave the password, is the holder of the account. Another one may
 * have opened it with that address before: of whoever was signed in nothing stays.
 */
export const verifyEmail = defineCommand<VerifyEmail>({
  recall: (kept, world) => ({
    command: {
      owner: subjectOf(kept),
      email: world.owners.get(subjectOf(kept))?.email ?? '',
    },
  }),
  journal: () => ({}),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [openChangesOf(c.owner)] }),
  decide(world, c, context) {
    const owner = world.owners.get(c.owner)
    const refusal = refuseUnlessOpen(owner)
    if (refusal) return refusal
    if (owner!.emailVerified || owner!.email !== c.email) return refuse('link_ended')
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'email-verified' }],
      owners: [{ id: c.owner, emailVerified: true }],
      put: endEmailChanges(world, c.owner, context).map((row) => accessChanges.row(row)),
      effects: [
        endFactorsOf(c.owner),
        endSessionsOf({ owner: c.owner, why: 'email-confirmed' }),
        endLinksOf(c.owner),
      ],
    }
  },
  reply: () => ({
    status: 200,
    body: { status: 'success', message: 'Your email address is confirmed.' },
  }),
})

/** Staff end a user's sessions, for a lost device or a thief; the user is told. */
export const endSessions = defineStaffCommand<{ user: OwnerId }>({
  may: 'freeze',
  recall: (kept) => ({ command: { user: subjectOf(kept) } }),
  journal: () => ({}),
  subject: (c) => c.user,
  needs: (c) => ({ owners: [c.user] }),
  decide(world, c, context) {
    const owner = accountOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    return {
      postings: [],
      activity: [{ owner: c.user, kind: 'sessions-ended' }],
      effects: [
        endSessionsOf({ owner: c.user, why: 'ended-by-staff' }),
        mail({ owner: c.user, template: 'staff-change', values: { what: 'sessions-ended' } }),
      ],
    }
  },
  reply: () => ({
    status: 200,
    body: { status: 'success', message: 'All sessions of this user have ended' },
  }),
})

/** `unverified`: by the system, since nobody has confirmed its email address. `asked`: by the system, since its owner asked for it a day ago. `kept`: what was sent in to be verified stays, as the operator's law asks. */
export type CloseUser = {
  user: OwnerId
  unverified: boolean
  asked: boolean
  kept: Kept | null
}

/** What the law asks to keep of somebody who sent in who they are. */
function keeping(world: World, { user, kept }: CloseUser, at: Instant): { effects?: Effect[] } {
  if (!kept || casesIn(world, user).length === 0) return {}
  const { years, law } = kept
  return { effects: [keepForLaw({ owner: user, until: yearsAfter(at, years), law })] }
}

function keptIn(kept: Journaled): Kept | null {
  const years = numberIfAny(kept, 'keptYears')
  return years === undefined ? null : { years, law: textOf(kept, 'keptLaw') }
}

/** What never had money and was never confirmed is nobody's; anything else stays. */
function refusalOfEnding(world: World, { id, status, emailVerified }: Owner): Refusal | null {
  if (emailVerified)
    return refuse('already_decided', 'The email address of this account is confirmed.')
  if (status === 'frozen') return refuse('account_frozen')
  return world.books.state(id, 'cash').version > 0n
    ? refuse('money_left', 'This account has had money, and does not end by itself.')
    : null
}

/** Why the system doesn't close it; null where staff do. */
function refusalBySystem(world: World, c: CloseUser, owner: Owner, at: Instant): Refusal | null {
  if (c.unverified) return refusalOfEnding(world, owner)
  return c.asked ? refusalOfClosing(world, owner, at) : null
}

export const closeUser = defineStaffCommand<CloseUser>({
  may: 'close-accounts',
  recall: (kept) => ({
    command: {
      user: subjectOf(kept),
      unverified: kept.input.unverified === true,
      asked: kept.input.asked === true,
      kept: keptIn(kept),
    },
  }),
  journal: (c) => ({
    ...(c.unverified ? { unverified: true } : {}),
    ...(c.asked ? { asked: true } : {}),
    ...(c.kept ? { keptYears: c.kept.years, keptLaw: c.kept.law } : {}),
  }),
  subject: (c) => c.user,
  // The firm's lock too: two administrators who close each other must not both find one left.
  needs: (c) => ({
    owners: [c.user, firm],
    staff: true,
    read: [
      ...asideOf(c.user),
      casesOf(c.user),
      checksOf(c.user),
      ...(c.asked ? [closingOf(c.user)] : []),
    ],
  }),
  decide(world, c, context) {
    const owner = accountOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    if (owner.fixed) return refuse('fixed_account')
    const last = refusalOfLast(world, owner)
    if (last) return last
    const stays = refusalOfErasing(world, c.user) ?? refusalBySystem(world, c, owner, context.at)
    if (stays) return stays
    const left = whatIsLeft(world, c.user)
    if (left)
      return refuse('money_left', `This account cannot be closed while it still holds: ${left}.`)
    return {
      postings: [],
      activity: [{ owner: c.user, kind: 'account-closed' }],
      owners: [{ id: c.user, status: 'closed' }],
      erased: c.user,
      ...keeping(world, c, context.at),
    }
  },
  reply: () => ({ status: 200, body: { status: 'success', message: 'User deleted successfully' } }),
})
