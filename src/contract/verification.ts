/** Who a person is: what they enter and send in, what staff decide on it, and what may be moved until then. */
import { z } from 'zod'
import { document, documentKinds, type DocumentKind } from './document.ts'
import { asCsv, defineEndpoint } from './endpoint.ts'
import {
  dollars,
  id,
  instant,
  lines,
  messageReply,
  page,
  party,
  toldReason,
  success,
  text,
} from './fields.ts'
import { proposal, proposalReply } from './proposal.ts'

/** `refused` can be tried again unless it is final. One that has lapsed is `none`. */
export const verificationState = z.enum(['none', 'submitted', 'verified', 'refused'])
export type VerificationState = z.infer<typeof verificationState>

export const caseStatus = z.enum(['submitted', 'verified', 'refused'])
export type CaseStatus = z.infer<typeof caseStatus>

/** What a limit is about: money that arrives, what is placed in plans, and what is sent. */
export const flows = ['in', 'invested', 'out'] as const
export type Flow = (typeof flows)[number]

const share = z.strictObject({
  limit: dollars.nullable().meta({ description: 'null: no limit' }),
  used: dollars,
})
const allowance = z.strictObject({
  flow: z.enum(flows),
  day: share.meta({ description: 'In the last 24 hours' }),
  whole: share.meta({ description: 'Since the account was opened' }),
})
export type Allowance = z.infer<typeof allowance>

const entered = {
  legalName: z.string().nullable(),
  birthDate: z.string().nullable(),
  country: z.string().nullable().meta({ description: 'ISO 3166-1, two letters' }),
  address: z.string().nullable(),
}
const decided = {
  id: z.string(),
  status: caseStatus,
  isFinal: z.boolean(),
  reason: z.string().nullable(),
  submittedAt: instant,
  decidedAt: instant.nullable(),
  verifiedUntil: instant.nullable(),
}
export const ownCase = z.strictObject({
  ...decided,
  ...entered,
  documents: z.array(document),
})
export type OwnCase = z.infer<typeof ownCase>

/** What whoever verifies somebody confirms about each kind of document that was sent in. */
export const documentChecks = {
  identity: {
    readable: 'Readable, with all its edges',
    valid: 'Not expired',
    name: 'Name agrees',
    birth: 'Date of birth agrees',
    country: 'Country agrees',
  },
  address: {
    readable: 'Readable, with all its edges',
    name: 'Name agrees',
    address: 'Address agrees',
    recent: 'Young enough',
  },
  income: { readable: 'Readable, with all its edges', name: 'Name agrees' },
} as const satisfies Record<DocumentKind, Record<string, string>>

/** “identity.readable”. */
export type DocumentCheck = {
  [K in DocumentKind]: `${K}.${keyof (typeof documentChecks)[K] & string}`
}[DocumentKind]

export const checksFor = (kind: DocumentKind): DocumentCheck[] =>
  Object.keys(documentChecks[kind]).map((check) => `${kind}.${check}` as DocumentCheck)

export const documentCheck = z.enum(
  documentKinds.flatMap(checksFor) as [DocumentCheck, ...DocumentCheck[]],
)

const overLimit = z.strictObject({ id: z.string(), amount: dollars, arrivedAt: instant })

export const getVerification = defineEndpoint({
  method: 'GET',
  path: '/verification',
  access: 'signed-in',
  summary:
    'How far you are verified, what you sent in last, what you may move until then, and what has arrived beyond that',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      state: verificationState,
      isFinal: z.boolean(),
      verifiedUntil: instant.nullable(),
      maySubmit: z.boolean(),
      lastCase: ownCase.nullable(),
      allowances: z.array(allowance),
      overLimit: z.array(overLimit),
      countries: z
        .array(z.string())
        .nullable()
        .meta({ description: 'Where the firm serves people, ISO 3166-1; null: anywhere' }),
      notServed: z
        .array(z.string())
        .meta({ description: 'Where it serves nobody, whatever `countries` says' }),
      minimumAge: z.int(),
      usual: z.strictObject({ cases: z.int(), minutes: z.int() }).nullable().meta({
        description: 'Within how long half of the latest cases were decided; null: too few to say',
      }),
    }),
  }),
})

export const country = z
  .string('Country is required')
  .regex(/^[A-Z]{2}$/, 'Country is two capital letters, such as DE')
const birthDate = z.iso
  .date('Date of birth is a day such as 1990-04-23')
  .refine((day) => day >= '1900-01-01', 'Date of birth is a day such as 1990-04-23')

export const checkCountry = defineEndpoint({
  method: 'POST',
  path: '/verification/country',
  access: 'investor',
  keyed: true,
  summary:
    'Says whether the firm serves people who live in a country, before any document is asked for. Nothing is stored but that it was asked',
  body: z.strictObject({ country }),
  reply: messageReply,
})

export const submitVerification = defineEndpoint({
  method: 'POST',
  path: '/verification',
  access: 'investor',
  keyed: true,
  status: 201,
  summary:
    'Sends in who you are, with the documents that show it: a photo of an identity card or passport, and a proof of address',
  body: z.strictObject({
    legalName: text(100, 'Full name'),
    birthDate,
    country,
    address: lines(300, 'Address'),
    documents: z
      .array(id)
      .min(1, 'Please add your documents')
      .max(10, 'At most ten documents can be sent in at once'),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ state: verificationState }),
  }),
})

export const riskGrade = z.enum(['low', 'raised', 'high'])
export type RiskGrade = z.infer<typeof riskGrade>

/** Other orders of what is to be reviewed than by how long it has waited. */
export const casesSort = z.enum(['-risk', '-moneyAtStake', 'country', 'age', '-age'])
export type CasesSort = z.infer<typeof casesSort>

export const staffCase = z.strictObject({
  ...decided,
  ...entered,
  user: party.extend({ email: z.string().nullable(), state: verificationState }),
  age: z.int().nullable().meta({ description: 'In years, when it was sent in' }),
  risk: z.strictObject({ grade: riskGrade, reasons: z.array(z.string()) }),
  moneyAtStake: dollars.meta({
    description: 'On the account, held amounts among it, and set aside in their name',
  }),
  documents: z.array(document),
  openings: z
    .array(z.strictObject({ documentId: z.string(), userId: z.string() }))
    .meta({ description: 'Who of the staff has opened which document: who decides opens each' }),
  decidedBy: party.nullable(),
  checks: z.array(documentCheck).nullable().meta({
    description:
      'What was confirmed about the documents with the decision; null: nothing was asked',
  }),
  hasNumber: z.boolean().meta({
    description: 'Whether the number of the identity document was recorded',
  }),
  finalRefusal: proposal.nullable().meta({
    description: 'A final refusal because of this, which waits for somebody else',
  }),
  pendingWithdrawals: z.int(),
  reminder: z
    .strictObject({
      remindedAt: instant.nullable().meta({ description: 'When this person was reminded last' }),
      whyNot: z.string().nullable().meta({ description: 'null: a reminder can be sent now' }),
    })
    .nullable()
    .meta({ description: 'null: nothing is missing' }),
  earlier: z.int().meta({ description: 'How often this person has sent in before' }),
})
export type StaffCase = z.infer<typeof staffCase>

export const verificationWork = z.enum(['to-review'])
export type VerificationWork = z.infer<typeof verificationWork>

const casesChosen = {
  work: verificationWork.optional(),
  userId: id.optional(),
  country: country.optional(),
  risk: riskGrade.optional(),
  sort: casesSort.optional().meta({
    description: 'Of the work alone: of the 1,000 that have waited longest',
  }),
}

export const getVerifications = defineEndpoint({
  method: 'GET',
  path: '/verifications',
  access: 'read-cases',
  summary:
    'What people sent in to be verified: the work, oldest first or sorted, or all, newest first; of one user, country or grade of risk where it is asked for. Of one grade a page may be short, or empty, and still name a next one',
  query: z.strictObject({ ...page, ...casesChosen }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ verifications: z.array(staffCase), nextCursor: z.string().nullable() }),
  }),
})

export const getVerificationsCsv = defineEndpoint({
  ...asCsv,
  path: '/verifications.csv',
  access: 'read-cases',
  ofPeople: true,
  query: z.strictObject(casesChosen),
})

const params = z.strictObject({ id })

export const getVerificationCase = defineEndpoint({
  method: 'GET',
  path: '/verifications/:id',
  access: 'read-cases',
  summary: 'What one person sent in once, and what was decided',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      verification: staffCase,
      proofOfAddressMonths: z
        .int()
        .meta({ description: 'How old a proof of address may be, as the firm asks' }),
    }),
  }),
})

const decides = {
  method: 'POST',
  access: 'decide-cases',
  keyed: true,
  reauthentication: 'decision',
  params,
  reply: messageReply,
} as const

export const viewDocumentNumber = defineEndpoint({
  method: 'POST',
  path: '/verifications/:id/document-number/view',
  access: 'read-cases',
  summary:
    'Opens the number and the last day of the identity document that a person was verified by: the person sees who did',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ number: z.string(), expiresOn: z.string().nullable() }),
  }),
})

const checks = z.array(documentCheck, 'Please say what you have confirmed')

export const approveVerification = defineEndpoint({
  ...decides,
  path: '/verifications/:id/approval',
  summary:
    'Verifies a person until a day, at most ten years from now and not beyond their identity document. Whoever decides has opened each document since it was sent in, and confirms what is asked of each',
  body: z.strictObject({
    until: z.iso.date('Verified until is a day such as 2031-11-23'),
    checks,
    identity: z.strictObject(
      {
        number: text(40, 'Document number').refine(
          (number) => (number.match(/[\p{L}\p{N}]/gu) ?? []).length >= 4,
          'Document number has four letters and digits at least',
        ),
        expiresOn: z.iso
          .date('The last day of the document is a day such as 2031-11-23')
          .nullable()
          .meta({ description: 'null: it has none' }),
      },
      'Please enter the number of the identity document',
    ),
    sameNumberSeen: z
      .boolean()
      .optional()
      .meta({ description: 'That the same number is recorded for somebody else was looked at' }),
  }),
})

export const refuseVerification = defineEndpoint({
  ...decides,
  path: '/verifications/:id/refusal',
  summary:
    'Refuses what was sent in, with a reason that the person reads; they can try again. Takes back a verification too',
  body: z.strictObject({ reason: toldReason, checks: checks.optional() }),
})

export const remindByHand = defineEndpoint({
  ...decides,
  path: '/verifications/:id/reminder',
  summary:
    'Reminds a person of what is missing since they were refused, by email and in their activity, with a reason that they read; not within a week of what they were told last',
  body: z.strictObject({ reason: toldReason }),
})

export const proposeFinalRefusal = defineEndpoint({
  ...decides,
  path: '/verifications/:id/final-refusal',
  status: 202,
  summary:
    'Proposes to refuse a person for good, with a reason that they read once somebody else has agreed. It ends money in and plans',
  body: z.strictObject({ reason: toldReason }),
  reply: proposalReply,
})
