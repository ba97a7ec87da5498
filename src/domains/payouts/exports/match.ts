/** What the rules of requests ask: a request that a file for the bank may still pay is given back by nobody, and its payment ends its line. Pure. */
import type { Refusal } from '../../../contract/problems.ts'
import { refuse } from '../../../desk/command.ts'
import type { Put } from '../../../desk/read.ts'
import type { World } from '../../../desk/world.ts'
import type { Instant } from '../../../lib/instant.ts'
import { bankExports, exportCarrier, exportPayments, paymentsIn, type BankExport } from './table.ts'

/** The file that may still pay a request. */
const claimOf = (world: World, withdrawal: string): BankExport | undefined =>
  exportCarrier.claimsOf(world, withdrawal).find(({ status }) => status === 'exported')

/** Why a file for the bank keeps a request; null: none does. */
export const refusalInExport = (world: World, withdrawal: string): Refusal | null =>
  claimOf(world, withdrawal) ? refuse('exported') : null

/** What the payout of a request leaves of the file that has it, and by which the journal names it. */
export function paidInExport(
  world: World,
  withdrawal: string,
  at: Instant,
): { put: Put[]; facts: { export?: string } } {
  const claim = claimOf(world, withdrawal)
  if (!claim) return { put: [], facts: {} }
  const lines = paymentsIn(world, claim.id)
  const line = lines.find((one) => one.withdrawal === withdrawal)!
  const isLast = lines.every((one) => one === line || one.paidAt !== null)
  return {
    put: [
      exportPayments.row({ ...line, paidAt: at }),
      ...(isLast ? [bankExports.row({ ...claim, status: 'paid', endedAt: at })] : []),
    ],
    facts: { export: claim.id },
  }
}
