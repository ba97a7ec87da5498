/** What a case is graded by, as it is now. */
import type { StaffCase } from '../../contract/verification.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { readSharingNumber } from '../documents/sealed-numbers.ts'
import type { FirmFacts } from '../house-desk.ts'
import { readOverLimitSums } from '../receipts/queries.ts'
import { readSenders } from '../tron/contracts.ts'
import { riskOf, type RiskTerms } from '../verification/risk.ts'
import { readSharingAddress } from '../verification/same-address.ts'
import { servedBy } from '../verification/terms.ts'

const incomeProofAbove = 50_000_00n

export const riskTermsOf = (firm: FirmFacts): RiskTerms => ({
  served: servedBy(firm),
  highRisk: firm.verification?.highRisk ?? [],
  incomeProofAbove: firm.verification?.incomeProofAbove ?? incomeProofAbove,
})

/** What is on somebody's account, held amounts among it, and what is set aside in their name. */
async function readMoney(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, Cents>> {
  const [{ rows }, aside] = await Promise.all([
    db.query<{ owner: OwnerId; money: Cents }>({
      name: 'verifications.money',
      text: `select asked.owner, (${balanceOf('asked.owner', 'cash')} + ${balanceOf('asked.owner', 'held')})::bigint as money from unnest($1::uuid[]) asked (owner)`,
      values: [owners],
    }),
    readOverLimitSums(db, owners),
  ])
  return new Map(rows.map(({ owner, money }) => [owner, money + (aside.get(owner) ?? 0n)]))
}

type Graded = Pick<StaffCase, 'risk' | 'moneyAtStake'>
type Sent = { owner: OwnerId; country: string | null; hasProofOfIncome: boolean }

/** Answers the grade of one of these people's cases. */
export async function readGrading(
  db: Database,
  owners: readonly OwnerId[],
  terms: RiskTerms,
): Promise<(sent: Sent) => Graded> {
  const [money, documents, addresses, senders] = await Promise.all([
    readMoney(db, owners),
    readSharingNumber(db, owners),
    readSharingAddress(db, owners),
    readSenders(db, owners),
  ])
  return ({ owner, country, hasProofOfIncome }) => {
    const theirs = money.get(owner) ?? 0n
    const facts = {
      country,
      money: theirs,
      hasProofOfIncome,
      sameDocument: documents.get(owner) ?? 0,
      sameAddress: addresses.get(owner) ?? 0,
      senders: senders.get(owner) ?? { isContract: false, others: 0 },
    }
    return { moneyAtStake: dollarsFromCents(theirs), risk: riskOf(facts, terms) }
  }
}
