/** Every signature of every proof of coins that was published is checked again, and what its row says of it. */
import type { PoolClient } from 'pg'
import { ProofFault, readManifest } from '../../lib/liabilities/proof.ts'
import { ReserveFault } from '../../lib/reserve-proof.ts'
import { checkReserves, readReserves, type Reserves } from '../../lib/reserves.ts'
import { readAllReserves, type ReservesToAudit } from './reserve-queries.ts'

const coinsOf = ({ wallets }: Reserves) => wallets.reduce((sum, { coins }) => sum + coins.length, 0)

/** In words; null where nothing is wrong. `before`: the number of the one before it. */
function faultOf(row: ReservesToAudit, before: number): string | null {
  const reserves = readReserves(row.content)
  const { holds } = readManifest(row.manifest)
  if (reserves.day !== row.day || reserves.manifest !== row.hash)
    return 'it is of another manifest than that day’s'
  if (reserves.number !== row.number || row.number !== before + 1)
    return 'one before it is missing, or it has another number'
  if (reserves.stated.bank !== holds.bank || reserves.stated.USDT !== holds.USDT)
    return 'it states other amounts than the manifest'
  const isSame =
    checkReserves(reserves) === row.satoshi &&
    coinsOf(reserves) === row.coins &&
    reserves.height === row.height &&
    reserves.block === row.block
  return isSame ? null : 'its row says something else than what was published'
}

/** In words, each with its day. */
export async function auditReserves(
  db: PoolClient,
): Promise<{ faults: string[]; reserves: number }> {
  const rows = await readAllReserves(db)
  const faults = rows.flatMap((row, n) => {
    const called = `the proof of coins ${row.number} of ${row.day}`
    const last = rows[n - 1]
    try {
      const fault = faultOf(row, last?.day === row.day ? last.number : 0)
      return fault === null ? [] : [`${called}: ${fault}`]
    } catch (error) {
      if (error instanceof ReserveFault || error instanceof ProofFault)
        return [`${called}: ${error.message}`]
      throw error
    }
  })
  return { faults, reserves: rows.length }
}
