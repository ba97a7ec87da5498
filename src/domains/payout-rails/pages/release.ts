/** What a command that lets payouts go is given along. */
import type { Database } from '../../../platform/database.ts'
import { approvalLimitsOf } from '../../../platform/policy.ts'
import type { House } from '../../house-desk.ts'
import type { Payment } from '../../payouts/recall.ts'
import { withOwners } from '../leave.ts'

type Reading = {
  lines(db: Database, id: string): Promise<Payment[]>
  owners(db: Database, id: string): Promise<Parameters<typeof withOwners>[1]>
}

export async function prepareRelease({ pool, policy }: House, reading: Reading, id: string) {
  const [payments, owners] = await Promise.all([reading.lines(pool, id), reading.owners(pool, id)])
  return { payments: withOwners(payments, owners), ...approvalLimitsOf(policy) }
}
