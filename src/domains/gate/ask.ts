/** Asks for what the gate judges: settings, content, database, mail server, staff, backup. */
import { screeningLists, type ListName } from '../../contract/screening-lists.ts'
import type { Pool } from 'pg'
import { lackingTwo, noRoles, type Role, type Roles } from '../../contract/roles.ts'
import { isRoleMac } from '../../desk/journal-mac.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import { isEmbedded, settings as known, type Config } from '../../platform/config.ts'
import { looseContent } from '../../platform/content-file.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { mailServerFault } from '../../platform/mail/mailer.ts'
import { readMode } from '../../platform/migrations/migrate.ts'
import { checkDatabase, reach } from '../../platform/postgres/open-database.ts'
import { bitcoinOf } from '../../platform/bitcoin/settings.ts'
import { tronOf } from '../../platform/tron/settings.ts'
import { beyondApplication, readRoleFacts } from '../../platform/signed-in-role.ts'
import { lastRehearsal } from '../backups/rehearsals.ts'
import { judgeLivePack } from '../content/judge.ts'
import { readUncleared } from '../import-records/queries.ts'
import { readShortestOnSale } from '../plans/queries.ts'
import { readWaitsForStatement } from '../reconciliations/queries.ts'
import { readLists } from '../screening/queries.ts'
import { coinOf } from '../../lib/wallet-place.ts'
import { readWallets, walletInUse } from '../wallets/queries.ts'
import { readTriedAt } from '../wallets/tried.ts'
import type {
  ChangingFacts,
  ContentFacts,
  DatabaseFacts,
  GateFacts,
  SettingFacts,
} from './lines.ts'

/** Short, of few characters, or what stands beside it in the address. */
function isWeakPassword(address: string): boolean {
  const { username, password, pathname } = new URL(address)
  if (password === '') return false
  const plain = decodeURIComponent(password)
  return (
    plain.length < 12 ||
    new Set(plain).size < 6 ||
    [username, pathname.slice(1)].some((word) => word !== '' && plain.startsWith(word))
  )
}

export function settingFactsOf(config: Config): SettingFacts {
  return {
    publicUrl: config.publicUrl,
    mailServerGiven: config.smtpUrl !== null,
    mailFrom: config.mailFrom === known.GLASSHOUSE_MAIL_FROM.default ? null : config.mailFrom,
    documentKeysFile: config.documentKeysFile,
    ownDatabase: !isEmbedded(config),
    secondApprovalAbove: config.secondApprovalAbove,
    coolingOffHours: config.coolingOffHours,
    inTransitDays: config.inTransitDays,
    screeningDays: config.screeningDays,
    weakSecrets: Object.entries({
      DATABASE_URL: config.databaseUrl,
      DATABASE_REPLICA_URL: config.databaseReplicaUrl,
    }).flatMap(([name, url]) => (url !== null && isWeakPassword(url) ? [name] : [])),
  }
}

export function contentFactsOf(folder: string): ContentFacts {
  const { pack, wrong, asks } = judgeLivePack(folder)
  const days = pack?.plans.map((plan) => plan.days) ?? []
  return {
    wrong,
    asks,
    licenceExpires: pack?.firm.legal?.licence?.expires ?? null,
    lists: pack?.firm.screening?.lists ?? [],
    shortestPlanDays: days.length > 0 ? Math.min(...days) : null,
  }
}

/** The day on which the licence ends, as the content says it; null where it says none. */
export function licenceEnd(folder: string): string | null {
  const { legal } = looseContent(folder, 'firm.yaml') as {
    legal?: { licence?: { expires?: unknown } }
  }
  const expires = legal?.licence?.expires
  return typeof expires === 'string' ? expires : null
}

/** The lists under sanctions that the content names. */
export function namedLists(folder: string): ListName[] {
  const { screening } = looseContent(folder, 'firm.yaml') as { screening?: { lists?: unknown } }
  const named = Array.isArray(screening?.lists) ? (screening.lists as unknown[]) : []
  return named.filter((one): one is ListName => Object.hasOwn(screeningLists, String(one)))
}

/** Null for the embedded one, which is none of the operator's. */
export async function askDatabase({ databaseUrl }: Config): Promise<DatabaseFacts | null> {
  if (databaseUrl === null) return null
  try {
    await checkDatabase(databaseUrl)
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    return { server: error.message.replace(/\.$/, ''), role: null }
  }
  const role = await reach(databaseUrl, async (client) => {
    const facts = await readRoleFacts(client)
    // In an empty database everybody has that right: npm run migrate takes it away.
    return (await readMode(client)) === null ? { ...facts, temporaryTables: false } : facts
  })
  const beyond = role.isApplication ? beyondApplication(role) : ['it is not in glasshouse_app']
  return { server: null, role: beyond.length > 0 ? `${role.name}: ${beyond.join('; ')}` : null }
}

/** For what there aren't two who can act and have a second factor. Roles that were written into the database by hand don't count. */
export async function readLackingTwo(pool: Pool, macKeys: MacKeys): Promise<string[]> {
  const { rows } = await pool.query<{
    owner: OwnerId
    role: Role
    roles: Roles
    mac: string | null
  }>({
    name: 'gate.staff',
    text: `select owner.id as owner, owner.role, owner.roles, encode(owner.role_mac, 'hex') as mac
      from owners owner join auth.persons person on person.id = owner.id
      where owner.roles <> '${noRoles}' and owner.status = 'active' and person.has_second_factor limit 500`,
  })
  return lackingTwo(rows.filter((row) => isRoleMac(macKeys, row)).map(({ roles }) => roles))
}

/** Of each coin that the settings take when two confirmed its first coins. */
export async function askFirstCoins(config: Config, pool: Pool): Promise<GateFacts['firstCoins']> {
  if (config.mode === 'demo') return []
  const taken = [
    config.bitcoinDescriptor === null ? null : bitcoinOf(config),
    config.tronAccount === null ? null : tronOf(config),
  ].filter((one) => one !== null)
  const wallets = taken.length === 0 ? [] : await readWallets(pool)
  return Promise.all(
    taken.map(async ({ network, descriptor }) => {
      const kept = walletInUse(wallets, { network, descriptor })
      return { coin: coinOf(network), triedAt: kept ? await readTriedAt(pool, kept) : null }
    }),
  )
}

export type Asking = { config: Config; pool: Pool; macKeys: MacKeys }

export const askMail = async ({ smtpUrl }: Config): Promise<string | null | undefined> =>
  smtpUrl === null ? undefined : mailServerFault(smtpUrl)

/** Without the keys nobody can tell who is an administrator. */
export async function askChanging({
  config,
  pool,
  macKeys,
}: Pick<Asking, 'config' | 'pool'> & { macKeys: MacKeys | null }): Promise<ChangingFacts> {
  const [mail, lackingPairs, rehearsedAt, shortestOnSaleDays, waits, lists, importing] =
    await Promise.all([
      askMail(config),
      macKeys === null ? null : readLackingTwo(pool, macKeys),
      lastRehearsal(pool),
      readShortestOnSale(pool),
      readWaitsForStatement(pool),
      readLists(pool),
      readUncleared(pool),
    ])
  return {
    mail,
    lackingPairs,
    rehearsedAt,
    shortestOnSaleDays,
    waitsForStatement: waits,
    lists,
    importing,
  }
}
