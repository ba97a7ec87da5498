import { z } from 'zod'
import { asCsv, defineEndpoint } from './endpoint.ts'
import {
  dollars,
  fullName,
  id,
  instant,
  messageReply,
  page,
  password,
  toldReason,
  success,
} from './fields.ts'
import { capability, role } from './roles.ts'

export const ownerStatus = z.enum(['active', 'frozen', 'closed'])
export type OwnerStatus = z.infer<typeof ownerStatus>

export const user = z.strictObject({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  emailVerified: z.boolean().meta({
    description:
      'Whether its holder has proved that an email address is theirs, or the firm vouched for it',
  }),
  role,
  capabilities: z
    .array(capability)
    .meta({ description: 'What they may do here as staff; of users, nothing' }),
  status: ownerStatus,
  accountBalance: dollars,
  held: dollars,
  invested: dollars,
  accruedProfit: dollars,
  totalProfit: dollars,
  totalLoss: dollars,
  totalInvestment: dollars,
  accountId: z.string(),
  referralCode: z.string(),
  referredBy: z.string().nullable(),
  referredById: z.string().nullable(),
  createdAt: instant,
  version: z.int(),
})
export type User = z.infer<typeof user>

const userReply = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ user }),
})
const userParams = z.strictObject({ userId: id })

export const usersSort = z.enum([
  'createdAt',
  '-createdAt',
  'fullName',
  '-fullName',
  'email',
  '-email',
  'accountBalance',
  '-accountBalance',
])
export type UsersSort = z.infer<typeof usersSort>

export const getMe = defineEndpoint({
  method: 'GET',
  path: '/me',
  access: 'signed-in',
  beforeOpening: true,
  summary: 'The signed-in user',
  reply: z.strictObject({ status: success, data: z.strictObject({ user }) }),
})

export const getApiUser = defineEndpoint({
  method: 'GET',
  path: '/api/user',
  access: 'signed-in',
  summary: 'The signed-in user, for the settings page',
  reply: z.strictObject({ status: success, data: z.strictObject({ user }) }),
})

export const updateApiUser = defineEndpoint({
  method: 'POST',
  path: '/api/user/update',
  access: 'signed-in',
  keyed: true,
  reauthentication: 'own-password',
  summary: 'Changes your name and password; ends your other sessions',
  body: z
    .strictObject({
      fullName,
      password,
      confirmPassword: password,
      currentPassword: password.optional(),
    })
    .refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: "Passwords don't match",
    }),
  reply: userReply,
})

const usersChosen = {
  search: z.string().max(100).optional(),
  sort: usersSort.optional(),
  status: ownerStatus.optional(),
}

export const getUsers = defineEndpoint({
  method: 'GET',
  path: '/users',
  access: 'read-people',
  summary: 'Users, by keyset',
  query: z.strictObject({ ...page, ...usersChosen }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      users: z.array(user),
      total: z.int().optional(),
      nextCursor: z.string().nullable(),
    }),
  }),
})

export const getUsersCsv = defineEndpoint({
  ...asCsv,
  path: '/users.csv',
  access: 'export-people',
  query: z.strictObject(usersChosen),
})

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/users/:userId',
  access: 'read-people',
  summary: 'One user',
  params: userParams,
  reply: z.strictObject({ status: success, data: z.strictObject({ user }) }),
})

export const closeUser = defineEndpoint({
  method: 'DELETE',
  path: '/:userId',
  access: 'close-accounts',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Erases the person and closes the account; refused while money or obligations are left',
  params: userParams,
  reply: messageReply,
})

const freezeBody = z.strictObject({ reason: toldReason })

export const freezeUser = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/freeze',
  access: 'freeze',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Stops money out of an account; staff lose their rights, and their sessions end',
  params: userParams,
  body: freezeBody,
  reply: userReply,
})

export const unfreezeUser = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/unfreeze',
  access: 'unfreeze',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Lets money out of an account again',
  params: userParams,
  body: freezeBody,
  reply: userReply,
})

/** The newest entries of a list, what all of it comes to, and how many more there are. */
const newest = <Entry extends z.ZodType>(entry: Entry) =>
  z.strictObject({ latest: z.array(entry), sum: dollars, earlier: z.int() })

const referral = z.strictObject({
  funded: dollars.meta({ description: 'Deposits less withdrawals, at least 0' }),
  beyondNeedsTwo: z
    .boolean()
    .meta({ description: 'Whether credits beyond 10% of that wait for a second person' }),
  deposits: newest(z.strictObject({ id: z.string(), at: instant, amount: dollars })),
  credits: newest(
    z.strictObject({
      id: z.string(),
      at: instant,
      fundingAmount: dollars,
      credited: dollars,
      by: z.string().nullable(),
    }),
  ),
})
export type Referral = z.infer<typeof referral>

export const getReferral = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/referral',
  access: 'read-people',
  summary: 'What a referred user has paid in, and what their referrer has been credited for it',
  params: userParams,
  reply: z.strictObject({ status: success, data: z.strictObject({ referral }) }),
})
