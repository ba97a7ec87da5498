/** Payouts as the journal has them. */
import type { Recorded } from '../../desk/journal-end.ts'
import { endToEndId } from '../../lib/transfers.ts'
import { idFromName } from '../../platform/ids.ts'
import type { Database } from '../../platform/database.ts'
import { lineReference } from '../payout-lists/rules.ts'
import { readReturned } from '../receipts/queries.ts'
import type { LostPayout } from './rules.ts'

/** By what money leaves the firm for somebody else. */
export const payoutKinds = [
  'PayWithdrawal',
  'AgreeToProposal',
  'SendPayoutBatch',
  'ReleasePayoutList',
  'ReleaseBankExport',
]

const wordIn = ({ input }: Recorded, name: string): string | null => {
  const word = input[name]
  return typeof word === 'string' ? word : null
}

const sentTogether = ['SendPayoutBatch', 'ReleasePayoutList', 'ReleaseBankExport']

/** Each under the output that pays it, the line that it stands in, or the number by which a bank names it. Sent is sent, whether the chain or the bank has it yet or not. */
function sentBy({ id, input, recordedAt: paidAt }: Recorded): LostPayout[] {
  const { txid, list, payments } = input as {
    txid?: string
    list?: string
    payments: Record<string, string>[]
  }
  const referenceOf = (withdrawal: string, place: number) =>
    txid !== undefined
      ? `${txid}:${place}`
      : list !== undefined
        ? lineReference(list, place)
        : endToEndId({ _id: withdrawal })
  return payments.map(({ withdrawal, person, amount }, place) => ({
    id: idFromName(`sent ${id} ${place}`),
    by: id,
    kind: 'withdrawal',
    person: person!,
    request: withdrawal!,
    reference: referenceOf(withdrawal!, place),
    amount: BigInt(amount!),
    paidAt,
  }))
}

/** Those of these commands that paid something out. The database has what they are about. */
export async function payoutsAmong(
  db: Database,
  commands: readonly Recorded[],
): Promise<LostPayout[]> {
  const paid = commands.filter(
    ({ kind, outcome }) => outcome === 'done' && payoutKinds.includes(kind),
  )
  if (paid.length === 0) return []
  const returned = await readReturned(
    db,
    paid.map(({ id }) => id),
  )
  return paid.flatMap((command): LostPayout[] => {
    const { id, kind, subject, recordedAt: paidAt } = command
    if (sentTogether.includes(kind)) return sentBy(command)
    const [reference, amount] = [wordIn(command, 'reference'), wordIn(command, 'amount')]
    if (reference === null || amount === null) return []
    const payout = { id, reference, amount: BigInt(amount), paidAt }
    if (kind === 'PayWithdrawal')
      return [
        { ...payout, kind: 'withdrawal', person: subject, request: wordIn(command, 'withdrawal') },
      ]
    const receipt = returned.get(id)
    return receipt === undefined
      ? []
      : [{ ...payout, kind: 'return', person: null, request: receipt }]
  })
}
