import { fundPool, getTreasury, payInCapital } from '../../contract/treasury.ts'
import { firm } from '../../ledger/core/chart.ts'
import { readFirmsBooks } from '../../ledger/store/post.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { presentTreasury } from './rules.ts'

export const treasuryRoutes = ({ pool, desk }: House) => [
  route(getTreasury, async () => {
    const books = await readFirmsBooks(pool)
    return succeeded({ treasury: presentTreasury((kind) => books.balance(firm, kind)) })
  }),
  route(payInCapital, ({ asked, body }) => desk.run({ ...asked, kind: 'PayInCapital', command: body })),
  route(fundPool, ({ asked, body }) => desk.run({ ...asked, kind: 'FundPool', command: body })),
]
