/** Which receipt the bank takes back by an entry of a statement: by the reference that both have, and the whole amount. */
import type { StatementEntry as WireEntry } from '../../contract/reconciliation.ts'
import { party } from '../../desk/spoken.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import type { Database } from '../../platform/database.ts'
import { naming, wholeOf } from '../bank-statements/named-by.ts'
import type { StatementEntry } from '../bank-statements/statement.ts'
import { readReversible } from '../receipts/queries.ts'

const keysOf = ({ reference, references }: StatementEntry): string[] => [
  ...new Set(
    [
      wholeOf(reference),
      ...references.filter(({ kind }) => naming.includes(kind)).map(({ value }) => value),
    ].map(referenceKey),
  ),
]

/** Two entries about one receipt take it back twice, and an entry that may be of two names none: a person has to look. */
export async function findReversed(
  db: Database,
  entries: readonly StatementEntry[],
): Promise<Map<StatementEntry, Pick<WireEntry, 'reversed' | 'user'>>> {
  const out = entries.filter(({ amount }) => amount < 0n)
  const receipts = await readReversible(db, [...new Set(out.flatMap(keysOf))])
  const found = out.flatMap((entry) => {
    const keys = keysOf(entry)
    const its = receipts.filter(({ key, amount }) => amount === -entry.amount && keys.includes(key))
    return its.length === 1 ? [{ entry, receipt: its[0]! }] : []
  })
  const alike = Map.groupBy(found, ({ receipt }) => receipt.id)
  return new Map(
    found
      .filter(({ receipt }) => alike.get(receipt.id)!.length === 1)
      .map(({ entry, receipt: { id, owner, fullName } }) => [
        entry,
        {
          user: owner === null ? null : party(owner, fullName),
          reversed: { receiptId: id },
        },
      ]),
  )
}
