/** What the rules of requests ask: a request that a file for the bank may still pay is given back by nobody, and its payment ends its line. Pure. */
import type { Refusal } from '../../../contract/problems.ts'
import { refuse } from '../../../desk/command.ts'
import type { Put } from '../../../desk/read.ts'
import type { World } from '../../../desk/world.ts'
import type { Instant } from '../../../lib/instant.ts'
import { claimsOf } from './follow.ts'
import { bankExports, exportPayments, paymentsIn, type BankExport } from './table.ts'

/** The file that may still pay a request, as it was recorded; null: none may. */
function claimOf(world: World, withdrawal: string): BankExport | Refusal | null {
  const claims = claimsOf(world, withdrawal)
  return 'code' in claims ? claims : (claims.find(({ status }) => status === 'exported') ?? null)
}

/** Why a file for the bank keeps a request; null: none does. */
export function refusalInExport(world: World, withdrawal: string): Refusal | null {
  const claim = claimOf(world, withdrawal)
  if (claim === null || 'code' in claim) return claim
  return refuse('exported')
}

/** What the payout of a request leaves of the file that has it, and by which the journal names it. */
export function paidInExport(
  world: World,
  withdrawal: string,
  at: Instant,
): { put: Put[]; facts: { export?: string } } | Refusal {
  const claim = claimOf(world, withdrawal)
  if (claim === null) return { put: [], facts: {} }
  if ('code' in claim) return claim
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
