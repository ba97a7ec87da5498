/** No payout in coins is built or sent while books and chain differ. */
import { ProblemError } from '../../contract/problems.ts'
import { termsOf } from '../coin-deposits/due.ts'
import { usdtTermsOf } from '../coin-deposits/usdt.ts'
import type { House } from '../house-desk.ts'
import { whyStopped } from './present.ts'
import { readPosition } from './reconcile.ts'
import { readUsdtPosition, whyUsdtDiffers } from './usdt.ts'

/** Throws `coins_differ`, with what of bitcoin differs. */
export async function mustAgree({ pool, firm }: Pick<House, 'pool' | 'firm'>): Promise<void> {
  const why = whyStopped(await readPosition(pool, termsOf(firm)))
  if (why === null) return
  throw new ProblemError({
    code: 'coins_differ',
    message: `No payouts in bitcoin are built or sent now. ${why} The treasury shows all of it; deposits go on.`,
  })
}

/** The same of USDT. */
export async function mustAgreeInUsdt({ pool, firm }: Pick<House, 'pool' | 'firm'>): Promise<void> {
  const why = whyUsdtDiffers(await readUsdtPosition(pool, usdtTermsOf(firm)))
  if (why === null) return
  throw new ProblemError({
    code: 'coins_differ',
    message: `No payouts in USDT are listed or released now. ${why} The treasury shows all of it; deposits go on.`,
  })
}
