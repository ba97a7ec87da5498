/** A desk and a pool on a database, as a process of the house has them. */
import { Desk } from '../../src/desk/desk.ts'
import { bitcoinTerms } from '../../src/domains/content/bitcoin-terms.ts'
import { usdtTerms } from '../../src/domains/content/usdt-terms.ts'
import { commands, rulesVersion, writersOf } from '../../src/domains/nouns.ts'
import { createClient, createPool } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { macKeysOf } from '../../src/platform/mac.ts'

const silent = { error() {}, warn() {} }

export const firm = {
  name: 'A Sample Firm',
  sample: true,
  wallets: [],
  bitcoin: bitcoinTerms.parse({ minimum: '0.0001' }),
  usdt: usdtTerms.parse({ minimum: '10' }),
}

export const macKeys = macKeysOf('a-secret-of-the-proofs-0123456789-abcdef')

export function openDesk(url: string) {
  const pool = createPool({ url, name: 'glasshouse coins', max: 4 })
  const desk = new Desk({
    rules: commands,
    writers: writersOf('kept'),
    stamp: { macKeys, rulesVersion },
    open: (lockMs) =>
      createClient({ url, name: 'glasshouse coins desk', pipeline: true, limits: { lockMs } }),
    db: pool,
    log: silent,
    newId,
  })
  return {
    pool,
    desk,
    async close() {
      await desk.close()
      await pool.end()
    },
  }
}
