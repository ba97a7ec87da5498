/** What of imports takes two: that the people of a file are imported. What was asked outside the books, what the very file says now, is a moment old. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { allImports, imports, unclearedIn } from '../import-records/table.ts'
import { aWeekMs, defineProposal } from '../proposals/kind.ts'

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
        ...{ booked: null, leftOut: null, takenBack: 0n, cleared: 0n },
      }),
    ],
  }),
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ digest, people, amount }) => ({ digest, people: String(people), amount }),
})
