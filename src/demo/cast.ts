/** What the file of the cast holds: who the people of the demonstration are, and what they did when. */
import { z } from 'zod'
import { largestPlayDeposit } from '../contract/demo.ts'
import { amount, email, fullName, money, password, reason, text } from '../contract/fields.ts'
import { role } from '../contract/roles.ts'
import { addressFault } from '../lib/address-fault.ts'
import { dayMs } from '../lib/instant.ts'

/**
 * A moment of the history: milliseconds from the midnight (UTC) of the day on which it is told first. It is
 * below zero, since everything that is told has happened.
 */
export type Moment = number

const moment = z
  .string('A moment is written like 12 09:30: days ago, and the time')
  .regex(
    /^[1-9]\d{0,2} ([01]\d|2[0-3]):[0-5]\d$/,
    'A moment is written like 12 09:30: days ago, and the time',
  )
  .transform((written): Moment => {
    const [days, time] = written.split(' ')
    const [hours, minutes] = time!.split(':')
    return -Number(days) * dayMs + (Number(hours) * 60 + Number(minutes)) * 60_000
  })

const slug = z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'A slug is small letters with hyphens between')

/** Money must never be able to go there: addresses of real networks are refused, test ones must have no typing mistake. */
const realAddress = /^(bc1|[13][a-zA-Z0-9]{25,34}$|T[a-zA-Z0-9]{33}$|0x[0-9a-fA-F]{40}$)/i
const wallet = z.strictObject({
  name: text(100, 'Wallet name'),
  address: text(200, 'Wallet address').superRefine((address, context) => {
    const fault = realAddress.test(address)
      ? 'A sample wallet must not be one that real money can reach'
      : addressFault(address)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  }),
})

const by = slug.optional()
const deposited = amount.refine(
  (cents) => cents <= largestPlayDeposit,
  'At most $1,000,000 at a time',
)

const withdraw = z
  .strictObject({
    when: moment,
    do: z.literal('withdraw'),
    amount,
    /** To another of the cast; else to the wallet given here, or the person's own. */
    to: slug.optional(),
    wallet: wallet.optional(),
    approved: moment.optional(),
    paid: moment.optional(),
    returned: moment.optional(),
    rejected: moment.optional(),
    cancelled: moment.optional(),
    reason: reason.optional(),
    by,
  })
  .superRefine((request, context) => {
    const complain = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const { approved, rejected, cancelled, paid, returned } = request
    const decisions = [approved, rejected, cancelled].filter((at) => at !== undefined)
    const endings = [paid, returned].filter((at) => at !== undefined)
    if (decisions.length > 1)
      complain('when', 'A request is decided once: approved, rejected or cancelled')
    if (endings.length > 1) complain('when', 'An approved request is paid or returned')
    if (endings.length > 0 && approved === undefined)
      complain('approved', 'Only what was approved is paid or returned')
    if (request.to !== undefined && endings.length > 0)
      complain('to', 'A transfer is done when it is approved')
    if ((rejected ?? returned) !== undefined && request.reason === undefined)
      complain('reason', 'A rejection and a return need a reason')
    const inOrder = [request.when, ...decisions, ...endings]
    if (inOrder.some((at, i) => i > 0 && at <= inOrder[i - 1]!))
      complain('when', 'A request is made, decided and paid in this order')
  })
export type Withdraw = z.infer<typeof withdraw>

/** Sends in the sample documents, and what staff made of it; `refusedForGood` by the second person on the administrator's proposal. */
const verify = z
  .strictObject({
    when: moment,
    do: z.literal('verify'),
    born: z.iso.date('born is a day such as 1990-04-23'),
    country: z.string().regex(/^[A-Z]{2}$/, 'country is two capital letters, such as CA'),
    address: text(300, 'address'),
    verified: moment.optional(),
    refused: moment.optional(),
    refusedForGood: moment.optional(),
    reason: reason.optional(),
    by,
  })
  .superRefine((sent, context) => {
    const complain = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const decisions = [sent.verified, sent.refused, sent.refusedForGood].filter(
      (at) => at !== undefined,
    )
    if (decisions.length > 1) complain('when', 'What was sent in is decided once')
    if (decisions.some((at) => at <= sent.when)) complain('when', 'It is sent in, and then decided')
    if ((sent.refused ?? sent.refusedForGood) !== undefined && sent.reason === undefined)
      complain('reason', 'A refusal needs a reason')
  })
export type Verify = z.infer<typeof verify>

const deed = z.discriminatedUnion('do', [
  verify,
  z.strictObject({
    when: moment,
    do: z.literal('deposit'),
    amount: deposited,
    asset: z.enum(['BTC', 'USDT']),
  }),
  z.strictObject({ when: moment, do: z.literal('invest'), amount, plan: slug }),
  withdraw,
  z.strictObject({ when: moment, do: z.literal('credit-referrer'), amount, by }),
  /** Differences: what the balance gets, or what is booked as a loss. */
  z.strictObject({
    when: moment,
    do: z.literal('correct'),
    balance: money.optional(),
    loss: money.optional(),
    reason,
    by,
  }),
  z.strictObject({ when: moment, do: z.literal('freeze'), reason, by }),
  z.strictObject({ when: moment, do: z.literal('unfreeze'), reason, by }),
  z.strictObject({ when: moment, do: z.literal('close'), by }),
])
export type Deed = z.infer<typeof deed>

const person = z.strictObject({
  slug,
  name: fullName,
  email,
  joined: moment,
  referredBy: slug.optional(),
  /** For people who read the file. */
  about: text(300, 'About').optional(),
  wallet: wallet.optional(),
  story: z.array(deed).default([]),
})
export type Person = z.infer<typeof person>

const signIn = person.safeExtend({ password, role })
export type SignIn = z.infer<typeof signIn>

const cast = z.strictObject({
  sample: z.literal(true),
  treasury: z.strictObject({
    when: moment,
    by: slug,
    capital: amount,
    pools: z.strictObject({
      returns: amount,
      referral: amount,
      corrections: amount,
      /** What can be lent; left out: nothing. */
      loan: amount.optional(),
    }),
  }),
  signIns: z.array(signIn),
  people: z.array(
    person.safeExtend({
      email: email.refine(
        (address) => address.endsWith('@people.example'),
        'Sample people live at people.example',
      ),
    }),
  ),
})
export type Cast = z.infer<typeof cast>

/** Who and what may be named. */
type Names = { slugs: readonly string[]; admins: ReadonlySet<string>; plans: ReadonlySet<string> }
type Fault = { path: PropertyKey[]; message: string }

function faultsOfDeed(
  deed: Deed,
  { referredBy, wallet }: Person,
  { slugs, admins, plans }: Names,
): Fault[] {
  const faults: Fault[] = []
  const complain = (field: string, message: string) => faults.push({ path: [field], message })
  if ('by' in deed && deed.by !== undefined && !admins.has(deed.by))
    complain('by', 'No administrator has this slug')
  if (deed.do === 'invest' && !plans.has(deed.plan)) complain('plan', 'There is no such plan')
  if (deed.do === 'credit-referrer' && referredBy === undefined)
    complain('do', 'Nobody referred this person')
  if (deed.do === 'withdraw' && deed.to !== undefined && !slugs.includes(deed.to))
    complain('to', 'Nobody has this slug')
  if (deed.do === 'withdraw' && deed.to === undefined && !deed.wallet && !wallet)
    complain('wallet', 'This person has no wallet')
  return faults
}

function faultsOfMember(member: Person, names: Names): Fault[] {
  const { slug, referredBy, story } = member
  const faults = story.flatMap((deed, line) =>
    faultsOfDeed(deed, member, names).map(({ path, message }) => ({
      path: ['story', line, ...path],
      message,
    })),
  )
  if (names.slugs.indexOf(slug) !== names.slugs.lastIndexOf(slug))
    faults.push({ path: ['slug'], message: 'Two people have this slug' })
  if (referredBy !== undefined && !names.slugs.includes(referredBy))
    faults.push({ path: ['referredBy'], message: 'Nobody has this slug' })
  return faults
}

function faultsOfCast({ treasury, signIns, people }: Cast, plans: ReadonlySet<string>): Fault[] {
  const admins = new Set(signIns.filter(({ role }) => role === 'admin').map(({ slug }) => slug))
  const names = { slugs: [...signIns, ...people].map(({ slug }) => slug), admins, plans }
  const members = [
    ...signIns.map((member, i) => ({ member, at: ['signIns', i] })),
    ...people.map((member, i) => ({ member, at: ['people', i] })),
  ]
  return [
    ...(admins.has(treasury.by)
      ? []
      : [{ path: ['treasury', 'by'], message: 'No administrator has this slug' }]),
    ...members.flatMap(({ member, at }) =>
      faultsOfMember(member, names).map(({ path, message }) => ({
        path: [...at, ...path],
        message,
      })),
    ),
  ]
}

/** The file of the cast, beside the plans of its pack. */
export function castFile(planSlugs: ReadonlySet<string>) {
  return cast.superRefine((read, context) => {
    for (const fault of faultsOfCast(read, planSlugs))
      context.addIssue({ code: 'custom', ...fault })
  })
}
