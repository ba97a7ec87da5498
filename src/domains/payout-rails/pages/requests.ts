/** The requests that coins may pay, as pages show them, with where each goes as far as that is what was recorded of it. */
import { party } from '../../../desk/spoken.ts'
import type { Pool } from 'pg'
import type { Journal } from '../../../desk/read-back.ts'
import { isoFromInstant } from '../../../lib/instant.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { raiseAlarm } from '../../../platform/alarm.ts'
import type { House } from '../../house-desk.ts'
import { readAddressLooks } from '../../withdrawals/looks.ts'
import { readAddressees, readAllToCoins } from '../../withdrawals/to-coins.ts'
import type { AnyLine } from '../rail.ts'
import { iso } from './shown.ts'

/** Shown of what waits, as many as go into one file of payouts by hand: those behind them follow once these are paid. */
const maxWaiting = 1_000

/** Those to addresses that fit: what nothing pays yet, and by what the others are paid. */
export async function readPayable(
  pool: Pool,
  fits: (address: string) => boolean,
  readTaken: (ids: string[]) => Promise<readonly (readonly [withdrawal: string, by: string])[]>,
) {
  const all = (await readAllToCoins(pool, maxWaiting)).filter(({ address }) => fits(address))
  const taken = new Map(await readTaken(all.map(({ id }) => id)))
  const free = all.filter(({ id, stop }) => !taken.has(id) && stop === null)
  const looks = await readAddressLooks(
    pool,
    free.map(({ id }) => id),
  )
  const waiting = free.map(({ id, owner, fullName, amount, approvedAt }) => ({
    withdrawalId: id,
    user: party(owner, fullName),
    amount: dollarsFromCents(amount),
    approvedAt: isoFromInstant(approvedAt),
    looks: looks.get(id) ?? [],
  }))
  return { waiting, taken }
}

/** Each line with whom it pays. A request that isn't what was recorded has no address, and who watches the house learns of it. */
export async function withAddressees<Line extends { withdrawal: string }>(
  house: Journal & Pick<House, 'log' | 'metrics'>,
  lines: readonly Line[],
  requestId: (line: Line) => string,
) {
  const ids = lines.map(({ withdrawal }) => withdrawal)
  const addressees = await readAddressees(house, ids)
  const looks = await readAddressLooks(house.pool, ids)
  return lines.map((line) => {
    const { withdrawal: id } = line
    const { owner, fullName, address, difference, stop } = addressees.get(id)!
    if (difference !== null)
      raiseAlarm(house, { table: 'withdrawals', id, difference, requestId: requestId(line) })
    return { ...line, user: party(owner, fullName), address, stop, looks: looks.get(id) ?? [] }
  })
}

type Addressed = Awaited<ReturnType<typeof withAddressees<AnyLine>>>[number]

export const presentLine = ({
  withdrawal,
  user,
  amount,
  address,
  stop,
  looks,
  paidAt,
}: Addressed) => ({
  withdrawalId: withdrawal,
  user,
  amount: dollarsFromCents(amount),
  address,
  stop,
  looks,
  paidAt: iso(paidAt),
})
