/** The fields that many requests and replies share. Strict: nothing is coerced. */
import { paymentAsked } from '../lib/asks-for-payment.ts'
import { z } from 'zod'
import { isAccountId } from '../lib/account-id.ts'
import { centsFromDollars, largestAmount, type Cents } from '../lib/money.ts'
import { isCleanText, isVisible, isXmlText } from '../lib/text.ts'
import { plainTxid, txidFault, txidText } from '../lib/txid.ts'
import { cleanAddress, decorationFault, lostThere } from '../lib/wallet-address.ts'
import {
  secretForAddress,
  secretForName,
  secretForText,
  secretInBoth,
} from '../lib/wallet-secret.ts'

/** Dollars as a JSON number with at most two decimals, up to the largest amount of a request; becomes cents. */
function moneyOr(message: string) {
  return z
    .number(message)
    .transform((dollars, context): Cents => {
      const cents = centsFromDollars(dollars)
      if (cents !== null && cents <= largestAmount && cents >= -largestAmount) return cents
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ description: 'US dollars, at most two decimals' })
}

/** Money above zero, or this complaint. */
export function amountOr(message: string) {
  return moneyOr(message).refine((cents) => cents > 0n, message)
}

export const money = moneyOr('Please enter a valid amount')
export const amount = amountOr('Please enter a valid amount')

/** Somebody in a reply. */
export const party = z.strictObject({ id: z.string(), fullName: z.string() })

/** Dollars in a reply. */
export const dollars = z.number().meta({ description: 'US dollars, at most two decimals' })

/** In words that follow a colon, and repeat none of its values. */
export const difference = z
  .string()
  .nullable()
  .meta({ description: 'What of it is not what was recorded of it; null: nothing' })

/** What is wrong with a text, in a sentence, or null. */
type Fault = (text: string) => string | null

/** Refuses it with the sentence of the fault, which never repeats it. */
const without = <S extends z.ZodType<string>>(schema: S, faultOf: Fault) =>
  schema.superRefine((text, context) => {
    const message = faultOf(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** Text of people: clean, with something to see, nothing at its ends, up to `max` characters as passwords count them. */
export function text(max: number, label: string, secretIn: Fault = secretForText) {
  return textThat(isCleanText, max, label, secretIn)
}

/** The same over several lines. */
export function lines(max: number, label: string) {
  const isClean = (value: string) => isCleanText(value.replaceAll(/\r?\n/g, ' '))
  return textThat(isClean, max, label, secretForText)
}

function textThat(
  isClean: (value: string) => boolean,
  max: number,
  label: string,
  secretIn: Fault,
) {
  const tooLong = `${label} can have at most ${max} characters`
  // First whether it is far too long, which no order of its marks could mend, and clean: what isn't can take long to be put into
  // its order, which looking for secrets does.
  const clean = z
    .string(`${label} is required`)
    .refine((value) => value.length <= 4 * max + 1_000, { message: tooLong, abort: true })
    .refine(isClean, { message: `${label} contains characters that cannot be stored`, abort: true })
  return without(clean, secretIn)
    .transform((value) => value.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .refine(isVisible, `${label} is required`)
    .refine((value) => Array.from(value).length <= max, tooLong)
}

/** The name that somebody gives a wallet, or any other place where money goes. */
export const placeName = (label: string) => text(100, label, secretForName)

/** The address of a wallet in its one spelling, freed from what was pasted along with it. */
export const walletAddress = without(
  text(200, 'Wallet address', secretForAddress).transform(cleanAddress),
  (cleaned) => decorationFault(cleaned) ?? lostThere(cleaned),
)

/** The same of a wallet's name and its address together: half a secret in each is none that either shows. */
export const withoutSecretInBoth = <S extends z.ZodType<{ bankNumber: string }>>(
  wallet: S,
  nameOf: (wallet: z.output<S>) => string,
) =>
  wallet.superRefine((typed, context) => {
    const message = secretInBoth(nameOf(typed), typed.bankNumber)
    if (message !== null) context.addIssue({ code: 'custom', path: ['bankNumber'], message })
  })

export const fullName = text(100, 'Full name')
export const reason = text(500, 'Reason')
/** One that the person reads whom it is about: nothing in it asks them to pay for their own money (rule 8). */
export const toldReason = without(reason, paymentAsked)

export const email = z
  .string('Email is required')
  .refine(isCleanText, 'Please enter a valid email address')
  .transform((value) => value.trim().toLowerCase())
  .pipe(
    z.email('Please enter a valid email address').max(254, 'Please enter a valid email address'),
  )

/** A password as typed; its length is the policy's to judge. */
export const password = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(1024, 'Password is too long')
  .refine(isXmlText, 'Password contains characters that cannot be typed')

/** A code of an authenticator app, or a recovery code; people type them with spaces and dashes. */
export const code = z
  .string('Please enter the code')
  .max(100, 'This is not a code')
  .transform((value) => value.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine(
    (value) => /^(\d{6}|[0-9A-Z]{16})$/.test(value),
    'A code has six digits, a recovery code sixteen letters and digits',
  )

/** What this server has made and signed: an id, a dot, and the signature. */
export const signedText = z
  .string('This value was not issued by this server')
  .max(200, 'This value was not issued by this server')

/** What a passkey answers, as WebAuthn writes it in JSON; the library that checks it reads the rest. */
export const passkeyAnswer = z
  .looseObject({
    id: z.string().max(1400, 'This is not a passkey'),
    rawId: z.string().max(1400, 'This is not a passkey'),
    type: z.literal('public-key'),
    response: z.record(z.string(), z.unknown()),
  })
  .meta({ description: 'PublicKeyCredential of WebAuthn, as JSON' })

export const passkeyId = z.string().regex(/^[\w-]{1,200}$/, 'This is not a passkey')

export const id = z.uuid('This is not a valid id').transform((value) => value.toLowerCase())

export const accountId = z
  .string('Recipient account ID is required')
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => value.length > 0, { message: 'Recipient account ID is required', abort: true })
  .refine(isAccountId, 'This account ID has a typing mistake. It is GH- and ten digits.')

/** Words that are looked for. */
export const searchWords = without(
  z.string().max(100, { abort: true }).refine(isCleanText, {
    message: 'This search contains characters that cannot be stored',
    abort: true,
  }),
  secretForText,
).transform((words) => words.normalize('NFC').trim())

export const instant = z.iso.datetime().meta({ description: 'ISO 8601, UTC' })

/** A moment that is asked for. PostgreSQL knows no year 0. */
export const moment = instant.refine((text) => !text.startsWith('0000'), 'There is no year 0')

/** What a keyset page takes: how many, and where the page before ended. */
export const page = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'limit is a whole number from 1 to 200')
    .transform(Number)
    .refine((value) => value <= 200, 'limit is a whole number from 1 to 200')
    .optional(),
  // Room for the longest position: a name of a hundred characters, four bytes each.
  cursor: z
    .string()
    .max(1000, 'This cursor was not issued by this server')
    .regex(/^[\w-]+$/, 'This cursor was not issued by this server')
    .optional(),
}

export const success = z.literal('success')

export const messageReply = z.strictObject({ status: success, message: z.string() })

/** Of a chain, spelled one way. */
export const txid = z
  .string(txidText)
  .transform(plainTxid)
  .refine((typed) => txidFault(typed) === null, txidText)
