/** `firm.yaml`: who the firm is, where its links lead, and its marks. */
import { z } from 'zod'
import { text } from '../../contract/fields.ts'
import { ibanFault, isRoutingNumber, plainIban } from '../../lib/bank-account.ts'
import type { Mode } from '../../platform/config.ts'
import { acceptedPolicies } from './accepted-policies.ts'
import { bankPayoutTerms } from './bank-payout-terms.ts'
import { bitcoinTerms } from './bitcoin-terms.ts'
import { faultOfComputed } from './computed-parts.ts'
import { loanTerms } from './loan-terms.ts'
import { messageTerms } from './message-terms.ts'
import { usdtTerms } from './usdt-terms.ts'
import { proofKey } from './proof-key.ts'
import { picture, pictureFile, type PictureShelf } from './read/pictures.ts'
import { screeningTerms } from './screening-terms.ts'
import { verificationTerms } from './verification-terms.ts'
import { closedDays } from './closed-days.ts'
import { zone } from './zone.ts'

/** An address outside, or a place on this site. */
export const link = z
  .string()
  .regex(
    /^(https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+|\/[^\s/\\][^\s]*)$/,
    'must be an address like https://example.org, mailto:, tel: or a path of this site',
  )

const judgedParts = (computes: boolean) => (words: string, context: z.RefinementCtx) => {
  const message = faultOfComputed(words, { isAlone: false, computes })
  if (message !== null) context.addIssue({ code: 'custom', message })
}

export const line = (label: string) => text(300, label).superRefine(judgedParts(false))
export const paragraph = (label: string) => text(2000, label).superRefine(judgedParts(false))
/** A paragraph with figures that the product fills in. */
export const filledParagraph = (label: string) => text(2000, label).superRefine(judgedParts(true))

const wallet = z.strictObject({
  asset: line('asset'),
  network: line('network'),
  address: line('address'),
  note: line('note'),
})
const office = z.strictObject({ country: line('country'), lines: z.array(line('lines')).min(1) })

const email = z.strictObject({ address: z.email('address must be an email address'), link })

/** What a live pack may still lack: the gate names it, and a page does without. */
export const known = <T extends z.ZodType>(field: T) => field.nullable().default(null)

const pictures = (shelf: PictureShelf) =>
  z.strictObject({
    mark: picture(shelf),
    icon: pictureFile(shelf),
    touchIcon: pictureFile(shelf),
    /** For home screens. Of what is maskable a phone may cut off all but the middle. */
    appIcons: z.array(z.strictObject({ file: pictureFile(shelf), maskable: z.boolean() })).min(1),
    socialCard: z.strictObject({ file: pictureFile(shelf), alt: line('alt') }),
  })

/** What holds in a demonstration: a firm that is made up needs nobody's leave. */
const nothingKnown = { legal: null, complaints: null, moneyIn: null, payouts: null, proofKey: null }

const demoFirm = (shelf: PictureShelf) =>
  z
    .strictObject({
      sample: z.literal(true, 'must be true: a demonstration is about a made-up firm'),
      name: text(60, 'name'),
      says: paragraph('says'),
      copyright: line('copyright'),
      zone,
      closedDays,
      links: z.strictObject({
        support: link,
        channel: link,
        manager: link,
        messagingChat: link,
        phoneChat: link,
      }),
      email,
      wallets: z.array(wallet).min(1),
      offices: z.array(office).min(1),
      verification: known(verificationTerms),
      screening: known(screeningTerms),
      messages: known(messageTerms),
      accepted: known(acceptedPolicies),
      loans: known(loanTerms),
      bitcoin: known(bitcoinTerms),
      usdt: known(usdtTerms),
      pictures: pictures(shelf),
    })
    .superRefine(({ sample, says }, context) => {
      if (sample && !says.includes('made-up'))
        context.addIssue({
          code: 'custom',
          path: ['says'],
          message: 'The sample firm must say that it is made up',
        })
    })
    .transform((firm) => ({ ...firm, ...nothingKnown }))

const outside = z
  .string()
  .regex(/^https:\/\/[^\s/]+\.[^\s]+$/, 'must be an address that begins with https://')

const iban = z
  .string('iban must be an IBAN')
  .superRefine((typed, context) => {
    const message = ibanFault(typed)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .transform(plainIban)

const bic = z
  .string('bic must be text')
  .transform(plainIban)
  .refine(
    (code) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(code),
    'bic is not a BIC: it has 8 or 11 letters and digits, like DEUTDEFF',
  )

const legal = z.strictObject({
  name: known(line('name')),
  address: z.array(line('address')).default([]),
  jurisdiction: known(line('jurisdiction')),
  regulator: known(line('regulator')),
  licence: known(
    z.strictObject({
      number: known(line('number')),
      register: known(outside),
      expires: known(z.iso.date('expires must be a date like 2027-06-30')),
    }),
  ),
})

const bank = z.strictObject({
  holder: known(line('holder')),
  bank: known(line('bank')),
  iban: known(iban),
  bic: known(bic),
  account: known(
    line('account').refine((number) => number.length <= 34, 'account has more than 34 characters'),
  ),
  routing: known(
    line('routing')
      .refine(isRoutingNumber, 'routing is not a routing number: its check digit is wrong')
      .transform(plainIban),
  ),
  reference: known(line('reference')),
})

const liveFirm = (shelf: PictureShelf) =>
  z.strictObject({
    sample: z.literal(false, 'must be false: a sample firm is for demonstrations only'),
    name: text(60, 'name'),
    says: paragraph('says'),
    copyright: line('copyright'),
    /** Whose times staff read beside their own. */
    zone,
    /** No piece of work falls due on them. */
    closedDays,
    legal: known(legal),
    complaints: known(
      z.strictObject({
        address: known(z.email('address must be an email address')),
        text: known(paragraph('text')),
      }),
    ),
    moneyIn: known(z.strictObject({ bank: known(bank) })),
    payouts: known(z.strictObject({ bank: known(bankPayoutTerms) })),
    links: z.strictObject({
      support: known(link),
      channel: known(link),
      manager: known(link),
      messagingChat: known(link),
      phoneChat: known(link),
    }),
    email,
    wallets: z.array(wallet).default([]),
    offices: z.array(office).default([]),
    verification: known(verificationTerms),
    screening: known(screeningTerms),
    messages: known(messageTerms),
    accepted: known(acceptedPolicies),
    loans: known(loanTerms),
    bitcoin: known(bitcoinTerms),
    usdt: known(usdtTerms),
    proofKey: known(proofKey),
    pictures: pictures(shelf),
  })

type LiveFirm = z.output<ReturnType<typeof liveFirm>>
/** In live some of it may be missing; `faults.ts` says what. */
export type Firm = Omit<LiveFirm, 'sample'> & { sample: boolean }

/** A demonstration is about a firm that is made up, and nothing else is. */
export function firmFile(shelf: PictureShelf, mode: Mode): z.ZodType<Firm> {
  return mode === 'demo' ? demoFirm(shelf) : liveFirm(shelf)
}
