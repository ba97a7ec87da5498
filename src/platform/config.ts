/** The settings: environment variables, read once, all optional in the demonstration. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { workPlaces, type DueTimes, type WorkName } from '../contract/staff-work.ts'
import { centsFromText, type Cents } from '../lib/money.ts'
import { CannotStart } from './cannot-start.ts'

const portNumber = /^(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/

const port = z
  .string()
  .regex(portNumber, 'PORT must be a port, a whole number from 0 to 65535')
  .transform(Number)

const portOrOff = z
  .string()
  .refine(
    (value) => value === 'off' || portNumber.test(value),
    'METRICS_PORT must be off or a port, a whole number from 0 to 65535',
  )
  .transform((value) => (value === 'off' ? null : Number(value)))

const urlWith = (protocols: string[], complaint: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      complaint,
    )

const origin = urlWith(
  ['http:', 'https:'],
  'PUBLIC_URL must be an address like https://example.org',
)
  .transform((value) => new URL(value))
  .refine(
    ({ href, origin }) => href === `${origin}/`,
    'PUBLIC_URL must be an address without a path, like https://example.org',
  )
  .transform((url) => url.origin)

/** Few different characters, or few at all, are guessed; a generated secret never looks like that. */
const secret = z
  .string()
  .refine((value) => value.length >= 32, 'GLASSHOUSE_SECRET must have at least 32 characters')
  .refine(
    (value) => new Set(value).size >= 10,
    'GLASSHOUSE_SECRET is too simple: use random characters',
  )

function isProxy(part: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true
  const [address = '', bits, ...rest] = part.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const proxies = z
  .string()
  .transform((value) => (value === 'none' ? [] : value.split(',').map((part) => part.trim())))
  .refine(
    (parts) => parts.every(isProxy),
    'GLASSHOUSE_TRUST_PROXY must be none, or addresses and networks with commas between, like 10.0.0.0/8',
  )

const scriptOrOff = z
  .string()
  .refine(
    (value) => value === 'off' || (URL.canParse(value) && new URL(value).protocol === 'https:'),
    'GLASSHOUSE_CHART_SCRIPT must be off or an address like https://charts.example.org/widget.js',
  )
  .transform((value) => (value === 'off' ? null : new URL(value).href))

const dollars = (setting: string) =>
  z.string().transform((value, context): Cents => {
    const cents = centsFromText(value)
    if (cents === null)
      context.addIssue(
        `${setting} must be dollars with at most two decimals, like 10000 or 2500.50`,
      )
    return cents ?? 0n
  })

const count = (setting: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, `${setting} must be a whole number from 1 to 999999`)
    .transform(Number)

const hours = (setting: string) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `${setting} must be whole hours, from 0 to 999, like 24`)
    .transform(Number)

const dueTime = /^(?<work>[a-z-]+)=(?<days>[1-9]\d?) (?<working>working )?days?$/

/** Kinds of work, each with its time. */
const dueTimes = z.string().transform((value, context): Partial<DueTimes> => {
  const parts = value.split(',').map((part) => dueTime.exec(part.trim())?.groups)
  if (parts.some((part) => !part || !Object.hasOwn(workPlaces, part.work!)))
    context.addIssue(
      `GLASSHOUSE_WORK_DUE must be times with commas between, like withdrawals=1 working day, verifications=2 days, of ${Object.keys(workPlaces).join(', ')}`,
    )
  return Object.fromEntries(
    parts.map((part) => [
      part?.work as WorkName,
      { days: Number(part?.days), working: part?.working !== undefined },
    ]),
  )
})

const mailFrom = z
  .string()
  .regex(
    /^[^\r\n<>@]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    'GLASSHOUSE_MAIL_FROM must be an address like Name <name@example.org>',
  )

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Name, default and meaning of every setting: docs/settings.md repeats them, and a test compares. */
export const settings = {
  PORT: {
    value: port,
    default: '3000',
    means: 'Port of the web server; 0 takes a free one and the ready line says which',
  },
  HOST: {
    value: z.string().regex(/^[\w.:-]+$/, 'HOST must be an address or a name'),
    default: '127.0.0.1',
    means:
      'Address to listen on; the default one listens on `[::1]` too, `0.0.0.0` or `::` on every interface',
  },
  GLASSHOUSE_MODE: {
    value: z.enum(['demo', 'live'], 'GLASSHOUSE_MODE must be demo or live'),
    default: 'demo',
    means:
      '`demo` runs on play money; `live` on real money, once nothing is missing that a firm needs (`npm run check:live`)',
  },
  GLASSHOUSE_DATA: {
    value: z.string().transform((value) => resolve(value)),
    default: './data',
    means:
      'Folder of the embedded database, of the signing secret, and of what a process has seen of the books',
  },
  DATABASE_URL: {
    value: urlWith(
      ['postgres:', 'postgresql:'],
      'DATABASE_URL must be an address like postgres://user:password@host:5432/database',
    ),
    means:
      'A PostgreSQL server (15 or later): as a role that is nothing but the application’s, or, in `demo`, as the owner of the database, which is then brought up by the start itself; none: an embedded one is started',
  },
  DATABASE_OWNER_URL: {
    value: urlWith(
      ['postgres:', 'postgresql:'],
      'DATABASE_OWNER_URL must be an address like postgres://owner:password@host:5432/database',
    ),
    means:
      'The same database as its owner, for `npm run migrate` and what else needs the owner (`admin:create`, `backup:rehearse`, `backup:later`, `payouts:block`, `demo:reset`, `secret:lost`, `proof:sign`, `reserves`, `screening:load`); servers and workers refuse to start with it; none: `DATABASE_URL`',
  },
  DATABASE_REPLICA_URL: {
    value: urlWith(
      ['postgres:', 'postgresql:'],
      'DATABASE_REPLICA_URL must be an address like postgres://user:password@host:5432/database',
    ),
    means:
      'A standby of that database, as the same role: what may be a moment old is read there (public figures, statements of past months, files of lists, the search of the audit), says of when it is, and is read at the primary where the standby fails or is more than 30 seconds behind; goes with DATABASE_URL; none: everything is read at the primary',
  },
  GLASSHOUSE_CONTENT: {
    value: z.string().transform((value) => resolve(value)),
    default: './content/demo',
    means:
      'Folder of the content pack: texts, figures, links and pictures of the public site, and what the demonstration is seeded from',
  },
  PUBLIC_URL: {
    value: origin,
    means:
      'The address people open, used in links and for checking where requests come from; none: `http://localhost:PORT`',
  },
  SMTP_URL: {
    value: urlWith(
      ['smtp:', 'smtps:'],
      'SMTP_URL must be an address like smtp://user:password@host:587',
    ),
    means:
      'Mail server; none: mails are kept in the outbox, which the demonstration shows at /outbox',
  },
  GLASSHOUSE_MAIL_FROM: {
    value: mailFrom,
    default: 'Glasshouse <no-reply@glasshouse.example>',
    means: 'Sender of the mails',
  },
  GLASSHOUSE_OUTBOX_OPEN: {
    value: z
      .enum(['yes', 'no'], 'GLASSHOUSE_OUTBOX_OPEN must be yes or no')
      .transform((value) => value === 'yes'),
    default: 'no',
    means:
      '`yes` shows the demonstration’s outbox to everybody; else it asks for the key that the start prints, or for an administrator',
  },
  GLASSHOUSE_CHART_SCRIPT: {
    value: scriptOrOff,
    default: 'off',
    means:
      'Address of the script of a trading chart, which runs in a sandboxed frame; `off`: a chart of our own with sample quotes',
  },
  GLASSHOUSE_SECOND_APPROVAL_ABOVE: {
    value: dollars('GLASSHOUSE_SECOND_APPROVAL_ABOVE'),
    means:
      'Dollars above which what one administrator alone brings to or sends for one person in 24 hours, by edits, credits and approvals together, needs a second, different one; none: off in `demo`, everything needs two in `live`',
  },
  GLASSHOUSE_SECOND_APPROVAL_ABOVE_IN_ALL: {
    value: dollars('GLASSHOUSE_SECOND_APPROVAL_ABOVE_IN_ALL'),
    means:
      'The same for all people together; counts where the one before is set, in `live` always; none: ten times as much',
  },
  GLASSHOUSE_SECURITY_HOLD: {
    value: hours('GLASSHOUSE_SECURITY_HOLD'),
    means:
      'Hours after a change of password, second factor or email in which money can only go where it has been paid to before; none: 0 in `demo`, 24 in `live`',
  },
  GLASSHOUSE_COOLING_OFF: {
    value: hours('GLASSHOUSE_COOLING_OFF'),
    default: '24',
    means:
      'Hours after opening in which a person’s first investment ever can be undone in full, by business time; for investments opened from then on. 0: not at all, in `demo` only',
  },
  GLASSHOUSE_PENDING_WITHDRAWALS: {
    value: count('GLASSHOUSE_PENDING_WITHDRAWALS'),
    means:
      'How many requests for withdrawals and transfers one person can have pending; another one is refused until one of them is decided or cancelled; none: 1000 in `demo`, 100 in `live`',
  },
  GLASSHOUSE_SMALLEST_WITHDRAWAL: {
    value: dollars('GLASSHOUSE_SMALLEST_WITHDRAWAL'),
    means:
      'The smallest withdrawal in dollars; transfers to other people, and all that somebody has while no other request of theirs is pending, can be smaller; none: any amount above 0',
  },
  GLASSHOUSE_IN_TRANSIT_DAYS: {
    value: count('GLASSHOUSE_IN_TRANSIT_DAYS'),
    default: '5',
    means:
      'Banking days for which money that the books have sent, or moved between the firm’s accounts, may be missing on the bank’s statement; after them no statement of the account is reconciled until it is found',
  },
  GLASSHOUSE_SCREENING_DAYS: {
    value: count('GLASSHOUSE_SCREENING_DAYS'),
    default: '7',
    means:
      'Days after which a list under sanctions is old unless it was loaded anew: an alert, the page Screening and the gate say so, and in `live` new business pauses until then (`screening:load`)',
  },
  GLASSHOUSE_ANNOUNCED_A_MINUTE: {
    value: count('GLASSHOUSE_ANNOUNCED_A_MINUTE'),
    default: '3000',
    means:
      'People a minute whom an announcement reaches at most, in the app and by email; fewer while 200 emails of announcements still wait for the mail server',
  },
  GLASSHOUSE_WORK_DUE: {
    value: dueTimes,
    means:
      'After how long what waits for staff is late, by kind, with commas between, like `withdrawals=1 working day, verifications=2 days`; of proposals that lapse, how long before. Working days are Monday to Friday, UTC, but those that the pack names as `closedDays`. The kinds: withdrawals, proposals, access-changes, verifications, receipts, checks, payout-blocks, bank-exports, payout-lists, messages, wallets, months; none, and of a kind that is left out: 1 working day for withdrawals, bank-exports, payout-lists and messages, 1 day for proposals, access-changes, checks and payout-blocks, 2 days for verifications, 3 days for receipts and wallets, 5 working days for months',
  },
  METRICS_HOST: {
    value: z.string().regex(/^[\w.:-]+$/, 'METRICS_HOST must be an address or a name'),
    default: '127.0.0.1',
    means:
      'Address that `/metrics` listens on: another one where Prometheus runs elsewhere, and then nobody but it may reach the port',
  },
  METRICS_PORT: {
    value: portOrOff,
    default: '9464',
    means:
      'Port of `/metrics`; `off` for none, 0 for a free one. If the default one is taken, the server goes on without',
  },
  GLASSHOUSE_SECRET: {
    value: secret,
    means:
      'Signs sessions and links and seals secrets, at least 32 random characters; none: generated once into the data folder. Servers that share a database must share it',
  },
  GLASSHOUSE_EARLIER_SECRETS: {
    value: z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(secret)),
    means:
      'Secrets that were replaced, with commas between: what was recorded under them stays valid, and authenticator apps still open',
  },
  GLASSHOUSE_DOCUMENT_KEYS_FILE: {
    value: z.string().transform((value) => resolve(value)),
    means:
      'File with the keys that lock people’s documents, one a line, the first the current one (`npm run keys:rotate`); none: one is made in the data folder in `demo`, and `live` doesn’t start. Servers that share a database must share it',
  },
  GLASSHOUSE_CLAMD: {
    value: z
      .string()
      .refine(
        (value) =>
          value.startsWith('/') ||
          (/^.+:\d+$/.test(value) && portNumber.test(value.slice(value.lastIndexOf(':') + 1))),
        'GLASSHOUSE_CLAMD must be an address like 127.0.0.1:3310, or the path of a socket',
      ),
    means:
      'ClamAV’s daemon, by address and port or by the path of its socket: it is asked about every file that people send, and while it is silent none is taken; none: nothing is scanned',
  },
  BITCOIN_DESCRIPTOR: {
    value: z.string(),
    means:
      'The wallet that bitcoin arrives at, by its public keys: `wpkh(…)` or `tr(…)` for one, `wsh(sortedmulti(k,…))` for several, with its checksum; of the main network in `live`, of regtest in `demo`; none: no bitcoin is taken. Two administrators compare it with their signer before it is used',
  },
  BITCOIN_RPC_URL: {
    value: urlWith(
      ['http:', 'https:'],
      'BITCOIN_RPC_URL must be an address like http://user:password@127.0.0.1:8332',
    ),
    means:
      'The RPC of a Bitcoin node of your own, which sees what arrives; goes with BITCOIN_DESCRIPTOR',
  },
  RATES_BTC_USD: {
    value: z.string(),
    means:
      'At least two sources of what a bitcoin costs in dollars, with semicolons between: each an address of JSON, the path to the number in it and, if it has one, the path to its time; none: a sample rate in `demo`',
  },
  RATES_USDT_USD: {
    value: z.string(),
    means: 'The same for what a USDT costs in dollars: it is not taken for a dollar',
  },
  TRON_ACCOUNT: {
    value: z.string(),
    means:
      'The account that USDT on TRON arrives at: the extended public key of `m/44h/195h/0h`; none: no USDT is taken. Two administrators compare it with their signer before it is used',
  },
  TRON_API_URL: {
    value: urlWith(
      ['http:', 'https:'],
      'TRON_API_URL must be an address like https://KEY@node.example/',
    ),
    means:
      'The HTTP API of a TRON node, which sees what arrives, with its key before an @ if it takes one; of the main network in `live`, in `demo` of one made for it; goes with TRON_ACCOUNT',
  },
  TRON_SECOND_API_URL: {
    value: urlWith(
      ['http:', 'https:'],
      'TRON_SECOND_API_URL must be an address like https://KEY@node.example/',
    ),
    means:
      'The HTTP API of a second TRON node, of somebody else: every day both must have the same chain, and nothing is credited or booked as paid that it hasn’t; none: the first one alone is believed',
  },
  TRON_KNOWN_PAYMENT: {
    value: z.string(),
    means:
      'A payment in USDT of long ago that people of the firm have seen on an explorer: the transaction, who paid, who was paid and how many USDT, with spaces between; every day the node must have it; none, in `demo` only: it isn’t asked',
  },
  LOG_LEVEL: {
    value: z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}`),
    default: 'info',
    means:
      'How much is logged (JSON, on standard error): trace, debug, info, warn, error, fatal or silent',
  },
  GLASSHOUSE_TRUST_PROXY: {
    value: proxies,
    default: 'none',
    means:
      'Reverse proxies whose forwarded addresses are believed: addresses and networks with commas between, or `none`',
  },
} as const satisfies Record<string, { value: z.ZodType; default?: string; means: string }>

type Settings = typeof settings
export type Setting = keyof Settings
type Values = {
  [S in Setting]:
    | z.output<Settings[S]['value']>
    | (Settings[S] extends { default: string } ? never : null)
}

export type Mode = Values['GLASSHOUSE_MODE']

export type Config = {
  port: number
  host: string
  mode: Mode
  /** Whether GLASSHOUSE_MODE was said, rather than the default one. */
  modeGiven: boolean
  /** Absolute. */
  dataFolder: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  /** Of a standby; null: none. */
  databaseReplicaUrl: string | null
  /** The owner's; null where it isn't set. No server has it. */
  databaseOwnerUrl: string | null
  /** An origin without a slash at its end, or null for `http://localhost:PORT`. */
  publicUrl: string | null
  /** The content pack; absolute. */
  contentFolder: string
  smtpUrl: string | null
  mailFrom: string
  outboxOpen: boolean
  /** Of the trading chart's widget; null for none. */
  chartScript: string | null
  /** In cents; null where it isn't set. What that means is the policy's to say. */
  secondApprovalAbove: Cents | null
  /** In cents; null where it isn't set: ten times the one before. */
  secondApprovalInAllAbove: Cents | null
  /** Null where it isn't set. What that means is the policy's to say. */
  securityHoldHours: number | null
  coolingOffHours: number
  /** Of one person; null where it isn't set. */
  pendingWithdrawals: number | null
  /** In cents; null: none. */
  smallestWithdrawal: Cents | null
  /** Banking days. */
  inTransitDays: number
  /** After them a loaded list under sanctions is old. */
  screeningDays: number
  /** People whom an announcement reaches. */
  announcedAMinute: number
  /** Of the kinds that are set; null: none. */
  workDue: Partial<DueTimes> | null
  metricsHost: string
  metricsPort: number | null
  /** Whether METRICS_PORT or METRICS_HOST was asked for, rather than the default ones. */
  metricsPortGiven: boolean
  secret: string | null
  earlierSecrets: readonly string[]
  /** Absolute; null where it isn't set. */
  documentKeysFile: string | null
  /** `host:port` or the path of a socket; null: no file is scanned. */
  clamd: string | null
  /** As given; `platform/bitcoin/settings.ts` reads them. */
  bitcoinDescriptor: string | null
  bitcoinRpcUrl: string | null
  ratesBtcUsd: string | null
  /** As given; `platform/tron/settings.ts` reads them. */
  ratesUsdtUsd: string | null
  tronAccount: string | null
  tronApiUrl: string | null
  tronSecondApiUrl: string | null
  tronKnownPayment: string | null
  logLevel: Values['LOG_LEVEL']
  /** Addresses and networks; empty: no forwarded header is believed. */
  trustedProxies: string[]
}

type Environment = Record<string, string | undefined>

/** What a secret store hands to a service as a file: `DATABASE_URL_FILE` names the file that holds `DATABASE_URL`. */
export const fromFiles: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'GLASSHOUSE_SECRET',
  'GLASSHOUSE_EARLIER_SECRETS',
  'BITCOIN_RPC_URL',
  'RATES_BTC_USD',
  'RATES_USDT_USD',
  'TRON_API_URL',
  'TRON_SECOND_API_URL',
] satisfies Setting[]

/** An empty variable counts as absent: that is how compose files and unit files leave one out. Throws a complaint without the value. */
function given(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim() || undefined
  const file = fromFiles.includes(name) ? env[`${name}_FILE`]?.trim() || undefined : undefined
  if (file === undefined) return value
  if (value !== undefined)
    throw new CannotStart(`Wrong settings: ${name} and ${name}_FILE are both given.`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    throw new CannotStart(
      `Wrong settings: ${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

function readValues(env: Environment): Values {
  const values: Record<string, unknown> = {}
  const complaints: string[] = []
  for (const [name, setting] of Object.entries(settings)) {
    const text = given(env, name) ?? ('default' in setting ? setting.default : undefined)
    if (text === undefined) {
      values[name] = null
      continue
    }
    const result = setting.value.safeParse(text)
    if (result.success) values[name] = result.data
    else complaints.push(result.error.issues[0]!.message)
  }
  if (complaints.length > 0) throw new CannotStart(`Wrong settings: ${complaints.join('; ')}.`)
  return values as Values
}

/** Reads every setting, or throws `CannotStart` with one line that names all that are wrong, without their values. */
export function readConfig(env: Environment): Config {
  const values = readValues(env)
  if (values.DATABASE_REPLICA_URL !== null && values.DATABASE_URL === null)
    throw new CannotStart(
      'Wrong settings: DATABASE_REPLICA_URL goes with DATABASE_URL: the embedded database has no standby.',
    )
  return {
    port: values.PORT,
    host: values.HOST,
    mode: values.GLASSHOUSE_MODE,
    modeGiven: given(env, 'GLASSHOUSE_MODE') !== undefined,
    dataFolder: values.GLASSHOUSE_DATA,
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    publicUrl: values.PUBLIC_URL,
    contentFolder: values.GLASSHOUSE_CONTENT,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.GLASSHOUSE_MAIL_FROM,
    outboxOpen: values.GLASSHOUSE_OUTBOX_OPEN,
    chartScript: values.GLASSHOUSE_CHART_SCRIPT,
    secondApprovalAbove: values.GLASSHOUSE_SECOND_APPROVAL_ABOVE,
    secondApprovalInAllAbove: values.GLASSHOUSE_SECOND_APPROVAL_ABOVE_IN_ALL,
    securityHoldHours: values.GLASSHOUSE_SECURITY_HOLD,
    coolingOffHours: values.GLASSHOUSE_COOLING_OFF,
    pendingWithdrawals: values.GLASSHOUSE_PENDING_WITHDRAWALS,
    smallestWithdrawal: values.GLASSHOUSE_SMALLEST_WITHDRAWAL,
    inTransitDays: values.GLASSHOUSE_IN_TRANSIT_DAYS,
    screeningDays: values.GLASSHOUSE_SCREENING_DAYS,
    announcedAMinute: values.GLASSHOUSE_ANNOUNCED_A_MINUTE,
    workDue: values.GLASSHOUSE_WORK_DUE,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    metricsPortGiven: ['METRICS_PORT', 'METRICS_HOST'].some(
      (name) => given(env, name) !== undefined,
    ),
    secret: values.GLASSHOUSE_SECRET,
    earlierSecrets: values.GLASSHOUSE_EARLIER_SECRETS ?? [],
    documentKeysFile: values.GLASSHOUSE_DOCUMENT_KEYS_FILE,
    clamd: values.GLASSHOUSE_CLAMD,
    bitcoinDescriptor: values.BITCOIN_DESCRIPTOR,
    bitcoinRpcUrl: values.BITCOIN_RPC_URL,
    ratesBtcUsd: values.RATES_BTC_USD,
    ratesUsdtUsd: values.RATES_USDT_USD,
    tronAccount: values.TRON_ACCOUNT,
    tronApiUrl: values.TRON_API_URL,
    tronSecondApiUrl: values.TRON_SECOND_API_URL,
    tronKnownPayment: values.TRON_KNOWN_PAYMENT,
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.GLASSHOUSE_TRUST_PROXY,
  }
}

/** Whether the database is started by this process, rather than one of the operator's own. */
export const isEmbedded = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean =>
  databaseUrl === null

/** Names that look like ours and are none: most often a typing mistake, worth a line at the start. */
export function unknownSettings(env: Environment): string[] {
  const known = new Set([...Object.keys(settings), ...fromFiles.map((name) => `${name}_FILE`)])
  return Object.keys(env).filter((name) => name.startsWith('GLASSHOUSE_') && !known.has(name))
}
