/**
 * From an empty Debian to a firm in live that has paid, was restored to a moment, and pays again: the blocks of the runbooks are run
 * as printed, in their order, by root in a root of its own. systemd doesn't run there: tests/support/systemctl.ts does what the
 * units say. The operator's own parts are the test's: the firm's content, the certificate, administrators and mail server.
 */
import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { makeCertificate } from '../support/certificate.ts'
import { createDebianRoot, whyNoRoot } from '../support/debian-root.ts'
import { inMailsOf } from '../support/live-firm.ts'
import { honestPack, writePack } from '../support/live-pack.ts'
import { startMailServer } from '../support/mail-server.ts'
import { shellBlocks } from '../support/runbook-blocks.ts'
import {
  approveWithdrawal,
  letPayoutsGoOn,
  openByTwo,
  pay,
  receiveMoney,
} from '../support/runbook-firm.ts'

const why = whyNoRoot()
const aLongTime = 1_500_000
const name = 'invest.example.org'

describe('from an empty Debian, by the runbooks as printed', async () => {
  if (why !== null) return test.skip(why)
  const debian = await createDebianRoot()
  const mailServer = await startMailServer({ host: debian.outside, port: 25 })
  const browser = await startBrowser(`--host-resolver-rules=MAP ${name} ${debian.inside}`)
  afterAll(() => browser.close())

  const shell = debian.openShell()
  const run = async (page: string, heading?: string): Promise<string> => {
    let said = ''
    for (const block of shellBlocks(page, heading))
      said += await shell
        .run(block.replace('mail.example.org', debian.outside))
        .catch((error: Error) => {
          throw new Error(`${error.message}\n${debian.logs()}`)
        })
    return said
  }

  test(
    'a firm opens in live, pays, is restored to a moment, and pays again',
    { timeout: aLongTime },
    async () => {
      const [begin, , ...rest] = shellBlocks('going-live.md', 'Your content')
      await shell.run(begin!)
      const own = join(debian.folder, 'opt/our-firm')
      await rm(own, { recursive: true })
      await cp(await writePack(honestPack()), own, { recursive: true })
      for (const block of rest) await shell.run(block)

      const [install] = shellBlocks('deploy.md')
      // Installing it starts PostgreSQL, where there is an init.
      await shell.run(`${install!}\nsystemctl start postgresql@15-main`)
      await run('deploy.md', 'Settings and secrets')
      await run('deploy.md', 'The database and its two roles')
      expect(await run('deploy.md', "The operator's shell")).toContain(
        'The database is of this release.',
      )
      await run('deploy.md', 'With systemd')
      const { key, certificate } = await makeCertificate(name)
      const live = join(debian.folder, 'etc/letsencrypt/live', name)
      await mkdir(live, { recursive: true })
      await cp(dirname(key), live, { recursive: true })
      expect(certificate).toContain('fullchain.pem')
      // Both, whatever is said while one of them still starts.
      expect((await run('deploy.md', 'https')).match(/\{"status":"ready"\}/g)).toHaveLength(2)

      await run('backup.md', 'A database of your own')
      const isUp = shellBlocks('deploy.md', 'https').at(-1)!
      await shell.run(isUp)
      const [invite] = shellBlocks('deploy.md', 'The first administrators')
      const firm = {
        browser,
        origin: `https://${name}`,
        inMail: inMailsOf(mailServer),
        script: async (_file: string, [email]: string[] = []) => ({
          code: 0,
          signal: null,
          stdout: await shell.run(invite!.replace('ada@example.org', email!)),
          stderr: '',
        }),
      }
      const opened = await openByTwo(firm, async () => {
        expect(await run('backup.md', 'Rehearse it')).toContain('can be restored')
        expect(await run('going-live.md', 'What is missing')).toContain('Nothing is missing')
      })
      await receiveMoney(firm, opened)
      const withdrawal = await approveWithdrawal(opened)

      const moment = await shell.run(
        `sudo -u postgres psql -Atc "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00')"`,
      )
      expect(await pay(opened, withdrawal, 'OUT 1')).toEqual([200, ''])
      await shell.run(
        `sudo -u postgres psql -Atc 'select pg_switch_wal()'\nsudo -u postgres pgbackrest --stanza=glasshouse check`,
      )
      let said = ''
      for (const block of shellBlocks('restore.md'))
        said += await shell.run(block.replace('2026-11-24 03:15:00+00', moment.trim()))
      expect(said).toContain('The books are in order')
      expect(said).toContain('The chains are whole')
      expect(said).toContain('1 payout is to be matched')

      await shell.run(isUp)
      expect(await pay(opened, withdrawal, 'ANOTHER')).toEqual([
        409,
        expect.stringContaining('payouts_blocked'),
      ])
      expect(await pay(opened, withdrawal, 'OUT 1')).toEqual([200, ''])
      await letPayoutsGoOn(firm, opened)
      expect(await pay(opened, await approveWithdrawal(opened), 'OUT 2')).toEqual([200, ''])
      expect(opened.faults).toEqual([])
    },
  )
})
