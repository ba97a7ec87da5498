/** Fifty runs of `npm run coins`: what is credited is what the final chain says, whatever was reorganised and killed meanwhile. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { noBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { projectFolder } from '../support/server.ts'

test.skipIf(noBitcoinNode)(
  `nothing is credited twice, and nothing is missing${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 1_200_000 },
  async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['proofs/coins/run.ts', '--runs', '50', '--seed', '1'],
      { cwd: projectFolder },
    ).catch((error: { stdout: string; stderr: string }) => ({
      stdout: `${error.stdout}${error.stderr}`,
    }))
    expect(stdout).toContain('Nothing twice, nothing missing')
  },
)
