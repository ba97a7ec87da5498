import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectFolder } from '../support/server.ts'

test('npm run bench measures the desk beside its floor, in one run', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/run.ts', '--quick'], { cwd: projectFolder })
  for (const row of ['floor of a withdrawal request', 'RequestWithdrawal through the desk', 'OpenInvestment through the desk', 'one command alone, median']) {
    expect(stdout).toMatch(new RegExp(`'${row}'.*'[\\d.]+'.*'(1/s|ms)'`))
  }
})
