/** Which approved withdrawal an entry of a statement has paid: by the number that its file gave it, the amount and the account. */
import type { StatementEntry as WireEntry } from '../../contract/reconciliation.ts'
import type { Journal } from '../../desk/read-back.ts'
import { party } from '../../desk/spoken.ts'
import { plainBankAccount } from '../../lib/bank-account.ts'
import { endToEndId, idNamed } from '../../lib/transfers.ts'
import type { StatementEntry } from '../bank-statements/statement.ts'
import { readToPay, type RequestRow } from '../withdrawals/queries.ts'

/** What was paid, and to whom. */
export type PaidOut = Pick<WireEntry, 'payout' | 'user'>

/** The bank passes our number on as the reference of whoever paid, or as their text. */
function requestsIn({ amount, references, texts }: StatementEntry): string[] {
  if (amount >= 0n) return []
  const named = [...references, ...texts].flatMap(({ value }) => idNamed(value) ?? [])
  const requests = [...new Set(named)]
  return requests.length === 1 ? requests : []
}

/** Of an account at a bank in the United States the statement may have its number without the bank's. */
function isSameAccount(said: string, destination: string): boolean {
  const [account, plain] = [plainBankAccount(said), plainBankAccount(destination)]
  return account === '' || account === plain || plain.endsWith(`/${account}`)
}

const isPaidBy = ({ amount, partyAccount }: StatementEntry, row: RequestRow): boolean =>
  row.amount === -amount && isSameAccount(partyAccount, row.walletAddress ?? '')

/** Under our own number where a later statement knows the payout by it, or else as the bank names it. */
const referenceOf = ({ references }: StatementEntry, id: string, reference: string): string =>
  references.some(({ kind, value }) => kind === 'EndToEndId' && idNamed(value) === id)
    ? endToEndId({ _id: id })
    : reference

/** `names`: under which each would be recorded otherwise. Two entries about one request pay it twice: a person has to look. */
export async function findPayouts(
  journal: Journal,
  names: ReadonlyMap<StatementEntry, string>,
): Promise<Map<StatementEntry, PaidOut>> {
  const asked = [...names.keys()].flatMap((entry) =>
    requestsIn(entry).map((request) => ({ entry, request })),
  )
  const due = await readToPay(
    journal,
    asked.map(({ request }) => request),
  )
  const entries = Map.groupBy(asked, ({ request }) => request)
  const found = asked.flatMap(({ entry, request }): [StatementEntry, PaidOut][] => {
    const row = due.get(request)
    if (!row || entries.get(request)!.length > 1 || !isPaidBy(entry, row)) return []
    const reference = referenceOf(entry, request, names.get(entry)!)
    const user = party(row.owner, row.full_name)
    const payout = { withdrawalId: request, destination: row.walletAddress!, reference }
    return [[entry, { user, payout }]]
  })
  return new Map(found)
}
