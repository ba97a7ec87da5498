/** What of imports takes two: that the people of a file are imported, and that a wrong opening balance is taken back. What was asked outside the books, what the very file says now, is a moment old. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { dollarsFromCents, formatUsd } from '../../lib/money.ts'
import { awaitedOf, takenBack } from '../import-records/clearing.ts'
import {
  allImports,
  importedLines,
  imports,
  lineIn,
  lineOf,
  unclearedIn,
} from '../import-records/table.ts'
import { staffOn } from '../people/rules.ts'
import { aWeekMs, defineProposal } from '../proposals/kind.ts'
import { mail } from './mails.ts'

/** The file, and what it comes to; the amount in cents. */
export type ImportFacts = { file: string; digest: string; people: number; amount: string }

/** The same as it is found in the file that is kept, with how many of its lines are wrong by now. A digest of null: it isn't there. */
export type AskedOfImport = { digest: string | null; people: string; amount: string; wrong: string }

function refusalOfFile(facts: ImportFacts, found: AskedOfImport): Refusal | null {
  if (found.digest !== facts.digest) return refuse('import_file_changed')
  if (found.wrong !== '0')
    return refuse(
      'import_lines_wrong',
      `${found.wrong === '1' ? '1 line of the file is' : `${found.wrong} lines of the file are`} wrong now. Nothing was imported: check the file again.`,
    )
  const isSame = found.people === String(facts.people) && found.amount === facts.amount
  return isSame ? null : refuse('import_file_changed')
}

/** One at a time, and only into books that wait for nothing of the one before. */
const refusalOfAnother = (world: World): Refusal | null =>
  unclearedIn(world) || world.balance(firm, 'migration') !== 0n ? refuse('import_open') : null

export const customerImport = defineProposal<ImportFacts, AskedOfImport>({
  name: 'import',
  called: 'import of customers',
  lastsForMs: aWeekMs,
  about: () => null,
  holds: () => 'import',
  holdsToo: ({ file }) => `import ${file}`,
  whenHeld: 'An import is proposed already. Nothing was changed: decide on that first.',
  asks: true,
  // Whoever is booking with the firm's accounts has finished when it begins.
  needs: () => ({ owners: [firm], exact: true, read: [allImports] }),
  refusal: (world, facts, _, found) => refusalOfAnother(world) ?? refusalOfFile(facts, found),
  apply: (_, { file, digest, people, amount }, { id, at, actor }, { first }) => ({
    postings: [],
    activity: [{ owner: firm, kind: 'import-begun' }],
    put: [
      imports.row({
        ...{ id, owner: firm, file, digest, people, amount: BigInt(amount), at },
        ...{ firstBy: first!.by, secondBy: actor!, state: 'booking', stateAt: at },
        ...{ booked: null, leftOut: null, takenBack: 0n, cleared: 0n, bankVersions: '' },
      }),
    ],
  }),
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ digest, people, amount }) => ({ digest, people: String(people), amount }),
})

/** Of whose opening balance how much is taken back, in cents. */
export type ReversalFacts = { user: OwnerId; amount: string }

export const openingReversal = defineProposal<ReversalFacts, null, { reason: string }>({
  name: 'opening-reversal',
  called: 'taking back of this opening balance',
  lastsForMs: aWeekMs,
  about: ({ user }) => user,
  holds: ({ user }) => `opening of ${user}`,
  words: ['reason'],
  asks: false,
  needs: ({ user }) => ({ owners: [user, firm], read: [allImports, lineOf(user)] }),
  refusal(world, { user, amount }, context) {
    const owner = staffOn(world, user, context)
    if (!('totals' in owner)) return owner as Refusal
    const [line, open] = [lineIn(world, user), unclearedIn(world)]
    if (line === undefined) return refuse('unknown_import')
    if (open?.id !== line.import || open.state !== 'booked') return refuse('opening_stays')
    const left = [line.amount - line.takenBack, awaitedOf(open), world.balance(user, 'cash')]
    return left.every((cents) => cents >= BigInt(amount)) ? null : refuse('opening_spent')
  },
  apply(world, { user, amount: text }, { at }, { words: { reason } }) {
    const [line, amount] = [lineIn(world, user)!, BigInt(text)]
    return {
      postings: [
        {
          event: 'opening-balance-reversed',
          debit: { owner: user, kind: 'cash' },
          credit: { owner: firm, kind: 'migration' },
          amount,
        },
      ],
      activity: [{ owner: user, kind: 'opening-reversed' }],
      put: [
        importedLines.row({ ...line, takenBack: line.takenBack + amount }),
        takenBack(world, amount, at),
      ],
      effects: [
        mail({
          ...{ owner: user, template: 'opening-reversed' },
          values: { amount: formatUsd(amount), reason },
        }),
      ],
    }
  },
  show: ({ user, amount }) => ({ user, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ amount }) => ({ amount }),
  listedAs: { proposed: 'opening-reversal-proposed', ended: 'opening-reversal-refused' },
})
