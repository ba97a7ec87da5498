import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, success, text } from './fields.ts'

export const poolName = z.enum(['returns', 'referral', 'corrections'])
export type PoolName = z.infer<typeof poolName>

export const treasury = z.strictObject({
  capital: dollars,
  pools: z.strictObject({ returns: dollars, referral: dollars, corrections: dollars }),
  owedToInvestors: dollars,
  assets: z.strictObject({ clientBank: dollars, firmBank: dollars }),
})
export type Treasury = z.infer<typeof treasury>

const treasuryReply = z.strictObject({ status: success, data: z.strictObject({ treasury }) })

export const getTreasury = defineEndpoint({
  method: 'GET', path: '/treasury', access: 'staff', summary: 'Capital, pools, what is owed and what is there',
  reply: treasuryReply,
})

export const payInCapital = defineEndpoint({
  method: 'POST', path: '/treasury/capital', access: 'admin', keyed: true,
  summary: 'Books capital paid in, under its unique outside reference',
  body: z.strictObject({ amount, reference: text(200, 'Reference') }), reply: treasuryReply,
})

export const fundPool = defineEndpoint({
  method: 'POST', path: '/treasury/funding', access: 'admin', keyed: true,
  summary: 'Puts capital aside for a pool; its asset moves with it',
  body: z.strictObject({ pool: poolName, amount }), reply: treasuryReply,
})
