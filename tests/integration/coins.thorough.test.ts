/** Fifty runs of `npm run coins`, of each coin: what is credited is what the final chain says, whatever was reorganised, said wrongly and killed meanwhile. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { noBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { projectFolder } from '../support/server.ts'

const runs = async (only: 'bitcoin' | 'tron') => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['proofs/coins/run.ts', '--runs', '50', '--seed', '1', '--only', only],
    { cwd: projectFolder },
  ).catch((error: { stdout: string; stderr: string }) => ({
    stdout: `${error.stdout}${error.stderr}`,
  }))
  return stdout
}

test(
  'nothing of USDT is credited twice, and nothing is missing',
  { timeout: 1_200_000 },
  async () => expect(await runs('tron')).toContain('TRON: nothing twice, nothing missing'),
)

test.skipIf(noBitcoinNode)(
  `nothing is credited twice, and nothing is missing${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 1_200_000 },
  async () => expect(await runs('bitcoin')).toContain('Nothing twice, nothing missing'),
)
