import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../tests/support/folder.ts'
import { readConfig, settings, unknownSettings } from './config.ts'

describe('settings', () => {
  test('all have a default in the demonstration', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      mode: 'demo',
      modeGiven: false,
      dataFolder: join(process.cwd(), 'data'),
      databaseUrl: null,
      databaseReplicaUrl: null,
      databaseOwnerUrl: null,
      publicUrl: null,
      contentFolder: join(process.cwd(), 'content/demo'),
      smtpUrl: null,
      mailFrom: 'Glasshouse <no-reply@glasshouse.example>',
      outboxOpen: false,
      chartScript: null,
      secondApprovalAbove: null,
      secondApprovalInAllAbove: null,
      securityHoldHours: null,
      coolingOffHours: 24,
      pendingWithdrawals: null,
      smallestWithdrawal: null,
      inTransitDays: 5,
      screeningDays: 7,
      announcedAMinute: 3000,
      metricsHost: '127.0.0.1',
      metricsPort: 9464,
      metricsPortGiven: false,
      secret: null,
      earlierSecrets: [],
      documentKeysFile: null,
      clamd: null,
      bitcoinDescriptor: null,
      bitcoinRpcUrl: null,
      ratesBtcUsd: null,
      ratesUsdtUsd: null,
      tronAccount: null,
      tronApiUrl: null,
      tronSecondApiUrl: null,
      tronKnownPayment: null,
      logLevel: 'info',
      trustedProxies: [],
      workDue: null,
    })
  })

  test('that are empty count as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}))
  })

  test.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['HOST', '::', { host: '::' }],
    ['GLASSHOUSE_MODE', 'live', { mode: 'live' }],
    ['GLASSHOUSE_DATA', '/srv/glasshouse', { dataFolder: '/srv/glasshouse' }],
    [
      'DATABASE_URL',
      'postgresql://a:b@c:5433/d?sslmode=require',
      { databaseUrl: 'postgresql://a:b@c:5433/d?sslmode=require' },
    ],
    [
      'DATABASE_OWNER_URL',
      'postgres://owner@c/d',
      { databaseOwnerUrl: 'postgres://owner@c/d', databaseUrl: null },
    ],
    ['PUBLIC_URL', 'https://Invest.example/', { publicUrl: 'https://invest.example' }],
    [
      'SMTP_URL',
      'smtps://user:word@mail.example:465',
      { smtpUrl: 'smtps://user:word@mail.example:465' },
    ],
    ['GLASSHOUSE_MAIL_FROM', 'House <a@b.example>', { mailFrom: 'House <a@b.example>' }],
    ['GLASSHOUSE_OUTBOX_OPEN', 'yes', { outboxOpen: true }],
    [
      'GLASSHOUSE_CHART_SCRIPT',
      'https://charts.example/widget.js',
      { chartScript: 'https://charts.example/widget.js' },
    ],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '2500.5', { secondApprovalAbove: 250_050n }],
    [
      'GLASSHOUSE_WORK_DUE',
      'withdrawals=1 working day, receipts=10 days',
      {
        workDue: {
          withdrawals: { days: 1, working: true },
          receipts: { days: 10, working: false },
        },
      },
    ],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '0', { secondApprovalAbove: 0n }],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE_IN_ALL', '25000', { secondApprovalInAllAbove: 2_500_000n }],
    ['GLASSHOUSE_SECURITY_HOLD', '48', { securityHoldHours: 48 }],
    ['GLASSHOUSE_COOLING_OFF', '0', { coolingOffHours: 0 }],
    ['GLASSHOUSE_COOLING_OFF', '72', { coolingOffHours: 72 }],
    ['GLASSHOUSE_PENDING_WITHDRAWALS', '1', { pendingWithdrawals: 1 }],
    ['GLASSHOUSE_SMALLEST_WITHDRAWAL', '12.5', { smallestWithdrawal: 1_250n }],
    ['METRICS_HOST', '0.0.0.0', { metricsHost: '0.0.0.0' }],
    ['METRICS_PORT', 'off', { metricsPort: null, metricsPortGiven: true }],
    [
      'GLASSHOUSE_SECRET',
      '0123456789abcdef0123456789abcdef',
      { secret: '0123456789abcdef0123456789abcdef' },
    ],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    [
      'GLASSHOUSE_TRUST_PROXY',
      'loopback, 10.0.0.0/8,::1',
      { trustedProxies: ['loopback', '10.0.0.0/8', '::1'] },
    ],
  ])('%s=%s is understood', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  test.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x50'],
    ['PORT', '3e3'],
    ['HOST', 'a b'],
    ['HOST', 'http://x'],
    ['GLASSHOUSE_MODE', 'Demo'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['DATABASE_REPLICA_URL', 'mysql://a/b'],
    ['DATABASE_REPLICA_URL', 'postgres://a:b@c/d'],
    ['PUBLIC_URL', 'example.net'],
    ['PUBLIC_URL', 'https://example.org/invest'],
    ['PUBLIC_URL', 'https://a@example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'http://mail.example'],
    ['GLASSHOUSE_MAIL_FROM', 'nobody'],
    ['GLASSHOUSE_MAIL_FROM', 'a <b@c>\r\nBcc: d@e.example'],
    ['GLASSHOUSE_OUTBOX_OPEN', 'true'],
    ['GLASSHOUSE_CHART_SCRIPT', 'on'],
    ['GLASSHOUSE_CHART_SCRIPT', 'http://charts.example/widget.js'],
    ['GLASSHOUSE_WORK_DUE', 'gifts=1 day'],
    ['GLASSHOUSE_WORK_DUE', 'withdrawals=0 days'],
    ['GLASSHOUSE_WORK_DUE', 'withdrawals'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', 'off'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '-1'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '1e3'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '10,000'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '$100'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '1.234'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE', '99999999999999'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE_IN_ALL', 'ten times'],
    ['GLASSHOUSE_SECOND_APPROVAL_ABOVE_IN_ALL', '-1'],
    ['GLASSHOUSE_PENDING_WITHDRAWALS', '0'],
    ['GLASSHOUSE_PENDING_WITHDRAWALS', '1e3'],
    ['GLASSHOUSE_SMALLEST_WITHDRAWAL', '-1'],
    ['METRICS_HOST', 'a b'],
    ['METRICS_PORT', 'no'],
    ['METRICS_PORT', '99999'],
    ['GLASSHOUSE_SECRET', 'short'],
    ['GLASSHOUSE_SECRET', 'a'.repeat(40)],
    ['LOG_LEVEL', 'verbose'],
    ['GLASSHOUSE_TRUST_PROXY', 'yes'],
    ['GLASSHOUSE_TRUST_PROXY', '10.0.0.0/33'],
    ['GLASSHOUSE_TRUST_PROXY', '10.0.0.0/8/8'],
  ])('%s=%j is refused in one line that names it and keeps its value', (name, value) => {
    const reading = () => readConfig({ [name]: value })
    expect(reading).toThrow(new RegExp(`^Wrong settings: ${name} .+\\.$`))
    if (name === 'GLASSHOUSE_SECRET' || name.endsWith('_URL')) expect(reading).not.toThrow(value)
  })

  test('that are wrong are all named at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
      /^Wrong settings: PORT .+; LOG_LEVEL .+\.$/,
    )
  })

  test.each(['DATABASE_URL', 'SMTP_URL', 'GLASSHOUSE_SECRET'] as const)(
    '%s may come from a file, and from one place only',
    async (name) => {
      const value = {
        DATABASE_URL: 'postgres://a:b@c/d',
        SMTP_URL: 'smtp://mail.example',
        GLASSHOUSE_SECRET: '0123456789abcdef0123456789abcdef',
      }[name]
      const file = join(await newFolder(), 'secret')
      writeFileSync(file, `${value}\n`)
      expect(readConfig({ [`${name}_FILE`]: file })).toEqual(readConfig({ [name]: value }))
      expect(() => readConfig({ [name]: value, [`${name}_FILE`]: file })).toThrow(
        `Wrong settings: ${name} and ${name}_FILE are both given.`,
      )
      expect(() => readConfig({ [`${name}_FILE`]: `${file}s` })).toThrow(
        `Wrong settings: ${name}_FILE cannot be read (ENOENT).`,
      )
    },
  )

  test('that are no secrets come from no file', () => {
    expect(readConfig({ PORT_FILE: '/nowhere' })).toEqual(readConfig({}))
  })

  test('that nobody knows are noticed', () => {
    expect(
      unknownSettings({
        GLASSHOUSE_DATE: 'x',
        GLASSHOUSE_DATA: 'y',
        GLASSHOUSE_SECRET_FILE: 'f',
        PATH: 'z',
      }),
    ).toEqual(['GLASSHOUSE_DATE'])
  })

  test('stand in docs/settings.md exactly as they are', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')
    expect(page.match(/^- .+$/gm)).toEqual(
      Object.entries(settings).map(
        ([name, setting]) =>
          `- \`${name}\`${'default' in setting ? ` = \`${setting.default}\`` : ''}: ${setting.means}`,
      ),
    )
  })
})
