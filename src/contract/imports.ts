/** People and their opening balances as another system has them: a file that is checked line by line before anything comes of it. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, id, instant, page, party, success, toldReason } from './fields.ts'
import { proposalReply } from './proposal.ts'

/** A file of 16 MB, written as JSON. */
const largestBody = 20 * 1024 * 1024
export const largestImportBytes = 16 * 1024 * 1024
export const maxImportLines = 50_000
/** How many of the wrong ones, and of those that are in order, are listed. */
export const faultsShown = 1_000
export const linesShown = 50

/** What a file says of a person, by our names. */
const importColumn = z.enum([
  'reference',
  'full name',
  'first name',
  'last name',
  'email',
  'balance',
  'currency',
  'country',
  'joined',
])
export type ImportColumn = z.infer<typeof importColumn>

/** What can be wrong with a line. */
export const importFault = z.enum([
  'line-columns',
  'line-total',
  'line-head',
  'cell-error',
  'cell-formula',
  'cell-letters',
  'reference-missing',
  'reference-long',
  'reference-scientific',
  'reference-twice',
  'name-missing',
  'name-invisible',
  'name-long',
  'name-email',
  'name-unusable',
  'email-missing',
  'email-several',
  'email-named',
  'email-malformed',
  'email-long',
  'email-twice',
  'email-here',
  'email-staff',
  'balance-missing',
  'balance-negative',
  'balance-scientific',
  'balance-two-ways',
  'balance-decimals',
  'balance-unreadable',
  'balance-large',
  'balance-mark',
  'currency-missing',
  'currency-other',
  'country-unknown',
  'joined-form',
  'joined-none',
  'joined-future',
])
export type ImportFault = z.infer<typeof importFault>

const lineNumber = z.int().meta({ description: 'As a spreadsheet counts them, from 1' })

const faultyLine = z.strictObject({
  line: lineNumber,
  column: importColumn.nullable(),
  code: importFault,
  text: z.string().meta({ description: 'What is wrong, and what to do' }),
})
export type FaultyLine = z.infer<typeof faultyLine>

const person = z.strictObject({
  line: lineNumber,
  reference: z.string(),
  fullName: z.string(),
  email: z.string(),
  balance: dollars,
})

const importCheck = z.strictObject({
  digest: z.string().meta({ description: 'SHA-256 of the file' }),
  columns: z
    .array(z.strictObject({ column: importColumn, name: z.string() }))
    .meta({ description: 'Which column of the file says what' }),
  leftOut: z.array(z.string()).meta({ description: 'Columns that nothing is read from' }),
  lines: z.int().meta({ description: 'How many lines say something, the head aside' }),
  people: z.int().meta({ description: 'How many of them are in order' }),
  sum: dollars.meta({ description: 'Of their balances' }),
  wrong: z.int().meta({ description: 'How many lines are wrong' }),
  counts: z
    .array(z.strictObject({ code: importFault, count: z.int() }))
    .meta({ description: 'How often each kind of fault is there, the most frequent first' }),
  faults: z.array(faultyLine).meta({ description: 'The first thousand, in the file’s order' }),
  first: z.array(person).meta({ description: 'The first fifty that are in order' }),
})
export type ImportCheck = z.infer<typeof importCheck>

const file = z
  .string('Please choose a file')
  .min(1, 'Please choose a file')
  .meta({ description: 'CSV with named columns; 16 MB and 50,000 lines at most' })

export const checkImport = defineEndpoint({
  method: 'POST',
  path: '/imports/check',
  access: 'read-people',
  largestBody,
  summary:
    'Checks a file of people and opening balances line by line; nothing is kept, booked or mailed',
  body: z.strictObject({ file }),
  reply: z.strictObject({ status: success, data: importCheck }),
})

export const proposeImport = defineEndpoint({
  method: 'POST',
  path: '/imports',
  access: 'import-people',
  largestBody,
  newBusiness: true,
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Proposes to import the people of a file without wrong lines. The file is kept; somebody else must agree, which begins to book it',
  body: z.strictObject({
    file,
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Please check the file first')
      .meta({ description: 'Of the file as it was checked' }),
  }),
  reply: proposalReply,
})

/** `booking`: people are being booked; `booked`: their money is still to arrive; `cleared`: it has, and a statement of the bank shows it. */
export const importState = z.enum(['booking', 'booked', 'cleared'])
export type ImportState = z.infer<typeof importState>

const imported = z.strictObject({
  id: z.string(),
  at: instant.meta({ description: 'When the second agreed' }),
  by: z.array(party).meta({ description: 'The two who agreed, the first first' }),
  file: z.string().meta({ description: 'By which it can be downloaded as long as it is kept' }),
  digest: z.string().meta({ description: 'SHA-256 of the file' }),
  people: z.int(),
  amount: dollars.meta({ description: 'Their balances together, as two agreed to' }),
  state: importState,
  stateAt: instant,
  done: z.int().meta({ description: 'How many people are booked' }),
  booked: dollars.nullable().meta({ description: 'How much of it is booked, once all of it is' }),
  leftOut: z.array(z.int()).meta({
    description: 'Lines of people who weren’t booked, as somebody had their email by then',
  }),
  takenBack: dollars.meta({ description: 'Of wrong opening balances' }),
  cleared: dollars.meta({ description: 'What has arrived at the bank' }),
})
export type Imported = z.infer<typeof imported>

export const getImports = defineEndpoint({
  method: 'GET',
  path: '/imports',
  access: 'read-people',
  summary: 'Imports that two agreed to, newest first, and how far each has come',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ imports: z.array(imported), nextCursor: z.string().nullable() }),
  }),
})

export const getImportFile = defineEndpoint({
  method: 'GET',
  path: '/imports/files/:id',
  access: 'import-people',
  summary:
    'The very file of an import, or of one that is proposed. It is recorded who downloads it',
  params: z.strictObject({ id }),
  reply: { media: 'text/csv; charset=utf-8' },
})

const ownImport = z.strictObject({
  at: instant,
  line: z.int().meta({ description: 'Of the file' }),
  reference: z.string().nullable().meta({ description: 'How the other system names them' }),
  amount: dollars.meta({ description: 'Their opening balance' }),
  takenBack: dollars.meta({ description: 'What of it was taken back as wrong' }),
  state: importState,
})
export type OwnImport = z.infer<typeof ownImport>

const ofUser = z.strictObject({ userId: id })

export const getOwnImport = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/import',
  access: 'read-people',
  summary: 'By which import a person arrived, and with what; null: by none',
  params: ofUser,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ imported: ownImport.nullable() }),
  }),
})

export const proposeOpeningReversal = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/opening-reversal',
  access: 'import-people',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Proposes to take back what was wrong of a person’s opening balance, before the import is cleared, and only out of what is still in the balance; somebody else must agree',
  params: ofUser,
  body: z.strictObject({ amount, reason: toldReason }),
  reply: proposalReply,
})
