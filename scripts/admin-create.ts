/**
 * `npm run admin:create -- EMAIL`: prints a link by which whoever has it opens an account and becomes an administrator. As the
 * owner of the database, which alone can write such an invitation; it stands in the journal as the operator's own act.
 */
import '../src/platform/node-version.ts'
import { email as emailField } from '../src/contract/fields.ts'
import { readOpenedAt } from '../src/domains/openings/state.ts'
import { isTaken } from '../src/domains/sign-in/add-person.ts'
import { invitationOf, newToken, operatorsLink } from '../src/domains/staff-invitations/link.ts'
import { invitationMac } from '../src/domains/staff-invitations/macs.ts'
import { migrationsFolder } from '../src/open-house.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { checkMigrated } from '../src/platform/migrations/migrate.ts'
import { checkSecret, openDesk, serversSecret } from './operators-desk.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

const usage = 'Give one email address: npm run admin:create -- EMAIL'

function emailOf(given: readonly string[]): string {
  if (given.length !== 1) throw new CannotStart(usage)
  const parsed = emailField.safeParse(given[0])
  if (!parsed.success) throw new CannotStart(`${given[0]} is no email address. ${usage}`)
  return parsed.data
}

/** Throws in a demonstration, whose administrators are sign-ins of its sample world, and where the database isn't of this release. */
async function checkHouse(url: string, { mode }: Config): Promise<void> {
  if (mode === 'demo')
    throw new CannotStart(
      'This is the database of a demonstration, which comes with its administrators: log in with the sign-ins on its page /login. For a firm of your own give GLASSHOUSE_MODE=live and a database of its own.',
    )
  await checkMigrated({ url, mode, folder: migrationsFolder, as: 'owner' })
}

async function invite(url: string, secret: string, config: Config, email: string): Promise<void> {
  const { db, desk, macKeys, close } = openDesk({ url, secret, config })
  try {
    if (await isTaken(db, email))
      throw new CannotStart(
        `There is an account with the address ${email} already. Two administrators give it a role on the page Staff; nothing was changed.`,
      )
    const isOpen = (await readOpenedAt(db)) !== null
    const token = newToken()
    const id = invitationOf(token)
    const mac = invitationMac(macKeys, { id, email, role: 'admin', invitedBy: null })
    const { status, text } = await desk.run({
      kind: 'InviteAdministrator',
      command: { invitation: id, email, mac },
      actor: null,
      key: null,
      bodyHash: '',
      requestId: id,
    })
    if (status >= 400) throw new Error(`The invitation was refused: ${text}`)
    say(`${config.publicUrl}${operatorsLink(secret, token, email)}`)
    say(
      `Good once, for 30 minutes, for ${email}. An earlier link for this address opens nothing any more.`,
    )
    say(
      isOpen
        ? 'The firm is open: every administrator was told, and the role counts in 24 hours, once a second factor is set up.'
        : 'The firm is not open yet: the role counts at the first log-in with a second factor.',
    )
  } finally {
    await close()
  }
}

await runScript(async () => {
  const email = emailOf(process.argv.slice(2))
  const given = readConfig(process.env)
  const secret = await serversSecret(given)
  if (given.publicUrl === null)
    throw new CannotStart('PUBLIC_URL is missing: the link begins with it.')
  // Whose mode it is, checkHouse says in its own words.
  const whatever = { ...given, modeGiven: false }
  await withOwnersDatabase(whatever, async ({ signIn: { url }, config }) => {
    await checkHouse(url, config)
    await checkSecret(url, secret, config)
    await invite(url, secret, config, email)
  })
})
