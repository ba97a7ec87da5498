/** Where a user sends money, saved by a name. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import {
  accountId,
  id,
  instant,
  messageReply,
  placeName,
  success,
  text,
  walletAddress,
  withoutSecretInBoth,
} from './fields.ts'
import { bankAccount, withdrawalType } from './withdrawal.ts'

export const destination = z.strictObject({
  id: z.string(),
  type: withdrawalType,
  name: z.string(),
  holder: z.string().nullable().meta({ description: 'Of a bank account' }),
  bankNumber: z.string().nullable(),
  recipientAccountId: z.string().nullable(),
  savedAt: instant,
  usableFrom: instant.nullable().meta({
    description: 'Until then no money can be sent there, because it was saved a short time ago',
  }),
})
export type Destination = z.infer<typeof destination>

const name = placeName('Name')

export const getDestinations = defineEndpoint({
  method: 'GET',
  path: '/destinations',
  access: 'investor',
  summary: 'Your saved destinations, by name',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      destinations: z.array(destination),
      changed: z.int().meta({
        description:
          'How many more there are that are not what was recorded of them: they are not shown, and nothing is sent to them',
      }),
    }),
  }),
})

export const saveDestination = defineEndpoint({
  method: 'POST',
  path: '/destinations',
  access: 'investor',
  status: 201,
  keyed: true,
  reauthentication: 'money-out',
  summary: 'Saves a wallet, a bank account or another account here by a name of your own',
  body: z.discriminatedUnion(
    'type',
    [
      withoutSecretInBoth(
        z.strictObject({
          type: z.literal('bank_transfer'),
          name,
          bankNumber: walletAddress,
        }),
        (wallet) => wallet.name,
      ),
      z.strictObject({
        type: z.literal('bank_account'),
        name,
        holder: text(70, 'Account holder'),
        bankNumber: bankAccount,
      }),
      z.strictObject({
        type: z.literal('tradehub_transfer'),
        name,
        recipientAccountId: accountId,
      }),
    ],
    'type is bank_transfer, bank_account or tradehub_transfer',
  ),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ destination }),
  }),
})

export const removeDestination = defineEndpoint({
  method: 'DELETE',
  path: '/destinations/:id',
  access: 'investor',
  keyed: true,
  summary: 'Removes one of your saved destinations; requests to it stay as they are',
  params: z.strictObject({ id }),
  reply: messageReply,
})
