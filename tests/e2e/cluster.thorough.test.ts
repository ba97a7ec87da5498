/** A whole cluster on this machine, by the commands of its paper, and the main job in a browser through its HAProxy. */
import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tagOf } from '../../deploy/cluster/site.ts'
import { openBrowser } from '../support/browser.ts'
import { chromiumEngine } from '../support/engines/chromium.ts'
import { doMainJob } from '../support/main-job.ts'
import { missingParts } from '../support/outside.ts'
import { scratchFolder } from '../support/scratch.ts'
import { projectFolder } from '../support/server.ts'

const missing = missingParts(
  ...(['root', 'postgresql', 'etcd', 'patroni', 'haproxy', 'nft', 'ip', 'setpriv'] as const),
)
const nobody = { uid: 65_534, gid: 65_534, cwd: projectFolder }

function whyNot(): string | null {
  if (missing) return missing
  if (spawnSync(process.execPath, ['src/platform/node-version.ts'], nobody).status !== 0)
    return 'other users can’t read this folder'
  const made = spawnSync('unshare', ['--net', 'true']).status === 0
  return made ? null : 'no network namespaces can be made here'
}

const reason = whyNot()
const aLongTime = 600_000

/** On one machine the cluster has no certificate, and a browser says of each page what that costs. */
const ofPlainHttp =
  /The Cross-Origin-Opener-Policy header has been ignored, because the URL's origin/

describe.skipIf(reason !== null)(
  `a cluster on one machine${reason === null ? '' : ` (skipped: ${reason})`}`,
  async () => {
    const browser = await openBrowser()
    let folder = ''
    let url = ''

    const cluster = async (...args: string[]): Promise<string> => {
      const given = ['deploy/cluster/run.ts', ...args]
      const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: projectFolder })
      return stdout
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(scratchFolder, 'gh-cluster-'))
      await chmod(folder, 0o755)
      const said = await cluster('start', folder)
      url = /^Glasshouse is ready at (\S+)$/m.exec(said)![1]!
    }, aLongTime)
    afterAll(async () => {
      await cluster('stop', folder)
      await rm(folder, { recursive: true, force: true })
    }, aLongTime)

    test('has a primary, a synchronous standby and one more', async () => {
      const said = await cluster('status', folder)
      for (const role of ['leader', 'sync_standby', 'replica'])
        expect(said).toMatch(new RegExp(`^db\\d ${role} (running|streaming), `, 'm'))
    })

    test('does the main job through HAProxy', { timeout: aLongTime }, async () => {
      const faults = await doMainJob(chromiumEngine(browser), url)
      expect(faults.filter((fault) => !ofPlainHttp.test(fault))).toEqual([])
    })

    test('leaves nothing behind when it is stopped', { timeout: aLongTime }, async () => {
      await cluster('stop', folder)
      const left = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout
      expect(left).not.toContain(tagOf(folder))
    })
  },
)
