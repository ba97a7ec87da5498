/** Which approved withdrawal an entry of a statement has paid, by the number that its file gave it, the amount and the account; and which payout it sends back. */
import type { StatementEntry as WireEntry } from '../../contract/reconciliation.ts'
import type { Journal } from '../../desk/read-back.ts'
import { party } from '../../desk/spoken.ts'
import { plainBankAccount } from '../../lib/bank-account.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { endToEndId, idNamed, idsNamedIn } from '../../lib/transfers.ts'
import type { StatementEntry } from '../bank-statements/statement.ts'
import { readByBank, type RequestRow } from '../withdrawals/queries.ts'

/** What was paid, and to whom. */
export type PaidOut = Pick<WireEntry, 'payout' | 'user'>

/** The one request that an entry names: the bank passes our number on as the reference of whoever paid, or in their text. */
function requestIn({ references, texts }: StatementEntry): string[] {
  const requests = [...new Set([...references, ...texts].flatMap(({ value }) => idsNamedIn(value)))]
  return requests.length === 1 ? requests : []
}

/** Of two entries about one request a person has to look which is meant. */
function asking(entries: readonly StatementEntry[]) {
  const asked = entries.flatMap((entry) => requestIn(entry).map((request) => ({ entry, request })))
  const alike = Map.groupBy(asked, ({ request }) => request)
  return asked.filter(({ request }) => alike.get(request)!.length === 1)
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

/** `names`: under which each would be recorded otherwise. */
export async function findPayouts(
  journal: Journal,
  names: ReadonlyMap<StatementEntry, string>,
): Promise<Map<StatementEntry, PaidOut>> {
  const asked = asking([...names.keys()].filter(({ amount }) => amount < 0n))
  const due = await readByBank(
    journal,
    asked.map(({ request }) => request),
    'approved',
  )
  const found = asked.flatMap(({ entry, request }): [StatementEntry, PaidOut][] => {
    const row = due.get(request)
    if (!row || !isPaidBy(entry, row)) return []
    const reference = referenceOf(entry, request, names.get(entry)!)
    const user = party(row.owner, row.full_name)
    const payout = { withdrawalId: request, destination: row.walletAddress!, reference }
    return [[entry, { user, payout }]]
  })
  return new Map(found)
}

/** Which was paid, and comes back whole or less what the banks kept. */
export async function findSentBack(
  journal: Journal,
  entries: readonly StatementEntry[],
): Promise<Map<StatementEntry, Pick<WireEntry, 'sentBack' | 'user' | 'identified'>>> {
  const asked = asking(entries.filter(({ amount }) => amount > 0n))
  const paid = await readByBank(
    journal,
    asked.map(({ request }) => request),
    'paid',
  )
  return new Map(
    asked.flatMap(({ entry, request }) => {
      const row = paid.get(request)
      if (!row || entry.amount > row.amount) return []
      const reason = entry.texts.find(({ kind }) => kind === 'RtrInf')?.value ?? null
      const sentBack = { withdrawalId: request, amount: dollarsFromCents(row.amount), reason }
      return [[entry, { user: party(row.owner, row.full_name), identified: null, sentBack }]]
    }),
  )
}
