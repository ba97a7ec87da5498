/** Imports of customers: proposed, booked one person at a time by the house, and finished. Pure. */
import { defineCommand, defineStaffCommand, refuse, said } from '../../desk/command.ts'
import { centsOf, erasedWords, numberOf, subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { allImports, importedLines, imports } from '../import-records/table.ts'
import { accountIdsFor, newOwner } from '../people/opening.ts'
import { answerIn, journalOfAnswer } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { addPerson } from '../sign-in/effects.ts'
import {
  customerImport,
  openingReversal,
  type AskedOfImport,
  type ImportFacts,
} from './proposals.ts'

export type ProposeImport = ImportFacts & { found: AskedOfImport }

const whyTwo = 'Two agree to an import.'

export const proposeImport = defineStaffCommand<ProposeImport>({
  may: 'import-people',
  recall: (kept) => ({
    command: {
      file: textOf(kept, 'file'),
      digest: textOf(kept, 'digest'),
      people: numberOf(kept, 'people'),
      amount: textOf(kept, 'amount'),
      found: answerIn(kept) as AskedOfImport,
    },
  }),
  journal: ({ found, ...facts }) => ({ ...facts, ...journalOfAnswer(found) }),
  subject: () => firm,
  needs: ({ found, ...facts }) => needsOf(customerImport, facts, found),
  decide: (world, { found, ...facts }, context) =>
    doOrPropose(world, { kind: customerImport, facts, answer: found, whyTwo }, context),
  reply: (world, _, context) => replyOfProposed(world, customerImport, context, whyTwo)!,
})

/** Who they are as the file says, with a password that nobody knows. The journal keeps nothing of these. */
type Imported = {
  fullName: string
  email: string
  passwordHash: string
  passwordMac: string
  emailMac: string
}

/** By the house, under an id of the import and the line: nobody arrives twice. */
export type ImportPerson = {
  owner: OwnerId
  import: string
  line: number
  amount: Cents
  reference: string
  person: Imported
}

export const importPerson = defineCommand<ImportPerson>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      import: textOf(kept, 'import'),
      line: numberOf(kept, 'line'),
      amount: centsOf(kept, 'amount'),
      reference: wordsOf(kept, 'reference'),
      // Name and email are no state of the books.
      person: {
        fullName: erasedWords(kept, 'name'),
        ...{ email: '', passwordHash: '', passwordMac: '', emailMac: '' },
      },
    },
  }),
  journal: ({ import: id, line, amount }) => ({ import: id, line, amount: String(amount) }),
  subject: ({ owner }) => owner,
  needs: ({ owner, import: id, person: { email } }) => ({
    owners: [owner],
    read: [imports.byId(id)],
    email,
    accountIds: accountIdsFor(owner),
  }),
  decide(world, { owner, import: id, line, amount, reference, person }, context) {
    const { id: booking, at, actor } = context
    if (actor !== null) return refuse('forbidden')
    const row = world.get(imports, id)
    if (!row) return refuse('unknown_import')
    if (row.state !== 'booking') return refuse('import_not_booking')
    if (world.owners.has(owner)) return refuse('already_opened')
    if (world.emails.has(person.email)) return refuse('email_taken')
    const { fullName, email, ...secrets } = person
    return {
      postings:
        amount === 0n
          ? []
          : [
              {
                event: 'opening-balance',
                debit: { owner: firm, kind: 'migration' },
                credit: { owner, kind: 'cash' },
                amount,
              },
            ],
      activity: [{ owner, kind: 'account-imported' }],
      opened: newOwner(world, {
        ...{ id: owner, role: 'user', fullName, email, referrer: null, fixed: false, at },
        emailVerified: false,
      }),
      put: [
        importedLines.row({
          id: booking,
          import: id,
          owner,
          line,
          reference,
          amount,
          takenBack: 0n,
          at,
        }),
      ],
      texts: { reference },
      effects: [addPerson({ id: owner, fullName, email, ...secrets })],
    }
  },
  reply: () => said(201, 'Imported'),
})

/** `leftOut`: the lines of people whom somebody here had the email of by then, with commas between. */
export type FinishImport = { import: string; leftOut: string }

export const finishImport = defineCommand<FinishImport>({
  recall: (kept) => ({
    command: { import: textOf(kept, 'import'), leftOut: textOf(kept, 'leftOut') },
  }),
  journal: ({ import: id, leftOut }) => ({ import: id, leftOut }),
  subject: () => firm,
  needs: () => ({ owners: [firm], exact: true, read: [allImports] }),
  decide(world, { import: id, leftOut }, { at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const before = world.get(imports, id)
    if (!before) return refuse('unknown_import')
    if (before.state !== 'booking') return refuse('import_not_booking')
    // Nothing else was in migration when it began, and nothing leaves it before it is booked.
    const booked = -world.balance(firm, 'migration')
    if (leftOut === '' ? booked !== before.amount : booked > before.amount)
      return refuse(
        'import_incomplete',
        `${formatUsd(booked)} of ${formatUsd(before.amount)} is booked.`,
      )
    const state = booked === 0n ? 'cleared' : 'booked'
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'import-booked' }],
      put: [imports.row({ ...before, state, stateAt: at, booked, leftOut })],
      facts: { amount: String(booked) },
    }
  },
  reply: () => said(200, 'Booked'),
})

export type ProposeOpeningReversal = { user: OwnerId; amount: Cents; reason: string }

const whyTwoBack = 'Two take an opening balance back.'

export const proposeOpeningReversal = defineStaffCommand<ProposeOpeningReversal>({
  may: 'import-people',
  recall: (kept) => ({
    command: {
      user: subjectOf(kept),
      amount: centsOf(kept, 'amount'),
      reason: wordsOf(kept, 'reason'),
    },
  }),
  journal: ({ amount }) => ({ amount: String(amount) }),
  subject: ({ user }) => user,
  needs: ({ user, amount }) => needsOf(openingReversal, { user, amount: String(amount) }, null),
  decide(world, { user, amount, reason }, context) {
    const asked = { facts: { user, amount: String(amount) }, words: { reason } }
    return doOrPropose(
      world,
      { kind: openingReversal, ...asked, answer: null, whyTwo: whyTwoBack },
      context,
    )
  },
  reply: (world, _, context) => replyOfProposed(world, openingReversal, context, whyTwoBack)!,
})
