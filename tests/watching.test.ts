/** What watches the house: each alert fires when it should and not before, and alerts and dashboard name figures that there are. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { backupAgeMetric } from '../src/platform/backup/age.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { missingParts, skippedBy } from './support/outside.ts'
import { root } from './support/source.ts'

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } }
const alertsFile = join(root, 'deploy/prometheus/alerts.yml')
const [{ rules }] = (parse(readFileSync(alertsFile, 'utf8')) as { groups: [{ rules: Rule[] }] })
  .groups
type Panel = { title: string; targets: { expr: string }[] }
const { panels } = JSON.parse(
  readFileSync(join(root, 'deploy/grafana/glasshouse.json'), 'utf8'),
) as { panels: Panel[] }
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
]

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-watching-'))
afterAll(() => rmSync(folder, { recursive: true }))
const noPromtool = missingParts('promtool')

/** A file for promtool. */
function write(name: string, content: object): string {
  const path = join(folder, name)
  writeFileSync(path, stringify(content))
  return path
}

const day = 86_400
/** Of a value that stays, six hours a step, for 40 days. */
const steps = 160
const stays = (value: number) => `${value}+0x${steps}`
/** The time of each step itself. */
const isNow = `0+${day / 4}x${steps}`
/** Grows by this much a step. */
const grows = (by: number) => `0+${by}x${steps}`

type Series = Record<string, string>
/** For each alert a firm for which it fires at the end, and one for which it doesn’t. */
const firms: Record<string, { fires: Series; calm: Series; isQuick?: true }> = {
  GlasshouseDown: {
    fires: { 'up{job="glasshouse"}': stays(0) },
    calm: { 'up{job="glasshouse"}': stays(1) },
  },
  GlasshouseUnwatched: {
    fires: { glasshouse_watched_timestamp_seconds: stays(0) },
    calm: { glasshouse_watched_timestamp_seconds: isNow },
  },
  GlasshouseNotReady: {
    fires: {
      'glasshouse_ready{instance="server"}': stays(0),
      'glasshouse_ready{instance="worker"}': stays(1),
    },
    calm: { glasshouse_ready: stays(1) },
  },
  GlasshouseCommandsFail: {
    isQuick: true,
    fires: { glasshouse_commands_failed_total: grows(1) },
    calm: { glasshouse_commands_failed_total: stays(100) },
  },
  GlasshouseServerErrors: {
    isQuick: true,
    fires: {
      'glasshouse_http_request_duration_seconds_count{status="503"}': grows(6),
      'glasshouse_http_request_duration_seconds_count{status="200"}': grows(94),
    },
    calm: {
      'glasshouse_http_request_duration_seconds_count{status="503"}': grows(4),
      'glasshouse_http_request_duration_seconds_count{status="404"}': grows(10),
      'glasshouse_http_request_duration_seconds_count{status="200"}': grows(86),
    },
  },
  GlasshouseDifferences: {
    fires: { 'glasshouse_differences_total{table="withdrawals"}': stays(1) },
    calm: { 'glasshouse_replay_differences{part="whole"}': stays(0) },
  },
  GlasshouseReplayOld: {
    fires: { 'glasshouse_replay_ended_timestamp_seconds{part="whole"}': stays(31 * day) },
    calm: { 'glasshouse_replay_ended_timestamp_seconds{part="whole"}': stays(33 * day) },
  },
  GlasshouseRootsMissing: {
    fires: {
      // A server that isn’t a worker hasn’t looked.
      'glasshouse_roots_missing_days{instance="server"}': stays(0),
      'glasshouse_roots_missing_days{instance="worker"}': stays(1),
    },
    calm: { glasshouse_roots_missing_days: stays(0) },
  },
  GlasshouseSettlingLate: {
    fires: { glasshouse_settling_late_seconds: stays(61) },
    calm: { glasshouse_settling_late_seconds: stays(59) },
  },
  GlasshouseDeskQueue: {
    fires: { glasshouse_desk_queued: stays(501) },
    calm: { glasshouse_desk_queued: stays(500) },
  },
  GlasshouseSlow: {
    isQuick: true,
    fires: {
      'glasshouse_http_request_duration_seconds_bucket{le="1"}': grows(1),
      'glasshouse_http_request_duration_seconds_bucket{le="2.5"}': grows(100),
      'glasshouse_http_request_duration_seconds_bucket{le="+Inf"}': grows(100),
    },
    calm: {
      'glasshouse_http_request_duration_seconds_bucket{le="1"}': grows(100),
      'glasshouse_http_request_duration_seconds_bucket{le="2.5"}': grows(100),
      'glasshouse_http_request_duration_seconds_bucket{le="+Inf"}': grows(100),
    },
  },
  GlasshouseRefusals: {
    isQuick: true,
    fires: {
      'glasshouse_commands_total{outcome="done"}': grows(10),
      'glasshouse_commands_total{outcome="insufficient_funds"}': grows(20),
    },
    calm: {
      'glasshouse_commands_total{outcome="done"}': grows(20),
      'glasshouse_commands_total{outcome="insufficient_funds"}': grows(10),
    },
  },
  GlasshouseMailsWait: {
    fires: { glasshouse_mails_oldest_age_seconds: stays(901) },
    calm: { glasshouse_mails_oldest_age_seconds: stays(900) },
  },
  GlasshouseDecisionsWait: {
    fires: { 'glasshouse_withdrawals_oldest_age_seconds{work="decision"}': stays(2 * day + 1) },
    calm: { 'glasshouse_withdrawals_oldest_age_seconds{work="payout"}': stays(2 * day + 1) },
  },
  GlasshousePayoutsWait: {
    fires: { 'glasshouse_withdrawals_oldest_age_seconds{work="payout"}': stays(3 * day + 1) },
    calm: { 'glasshouse_withdrawals_oldest_age_seconds{work="decision"}': stays(3 * day + 1) },
  },
  GlasshousePayoutsBlocked: {
    fires: { glasshouse_payouts_blocked: stays(1) },
    calm: { glasshouse_payouts_blocked: stays(0) },
  },
  GlasshouseNewBusinessPaused: {
    fires: { glasshouse_gate_missing: stays(1) },
    calm: { glasshouse_gate_missing: stays(0) },
  },
  GlasshouseBackupOld: {
    fires: { glasshouse_backup_rehearsed_timestamp_seconds: stays(0) },
    calm: { glasshouse_backup_rehearsed_timestamp_seconds: stays(20 * day) },
  },
  GlasshouseNoBackup: {
    fires: { glasshouse_backup_completed_timestamp_seconds: stays(38 * day) },
    calm: { glasshouse_backup_completed_timestamp_seconds: stays(39 * day) },
  },
  GlasshouseArchiveFails: {
    fires: {
      glasshouse_archive_failing: stays(0),
      glasshouse_archive_on: stays(1),
      glasshouse_archived_timestamp_seconds: stays(39 * day),
    },
    // Where nothing is archived, nothing is late.
    calm: {
      glasshouse_archive_failing: stays(0),
      glasshouse_archive_on: stays(0),
      glasshouse_archived_timestamp_seconds: stays(0),
    },
  },
  GlasshouseLogGrows: {
    fires: {
      glasshouse_log_unarchived_bytes: stays(0),
      glasshouse_log_kept_bytes: stays(10_737_418_241),
    },
    calm: {
      glasshouse_log_unarchived_bytes: stays(2_147_483_648),
      glasshouse_log_kept_bytes: stays(10_737_418_240),
    },
  },
  GlasshouseDiskFull: {
    fires: {
      'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': stays(80),
      'node_filesystem_size_bytes{mountpoint="/",fstype="ext4"}': stays(100),
      'node_filesystem_avail_bytes{mountpoint="/var",fstype="ext4"}': stays(14),
      'node_filesystem_size_bytes{mountpoint="/var",fstype="ext4"}': stays(100),
    },
    calm: {
      'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': stays(15),
      'node_filesystem_size_bytes{mountpoint="/",fstype="ext4"}': stays(100),
      'node_filesystem_avail_bytes{mountpoint="/run",fstype="tmpfs"}': stays(0),
      'node_filesystem_size_bytes{mountpoint="/run",fstype="tmpfs"}': stays(100),
    },
  },
  GlasshouseCertificateEnds: {
    fires: {
      'glasshouse_certificate_ends_timestamp_seconds{instance="server"}': stays(0),
      'glasshouse_certificate_ends_timestamp_seconds{instance="worker"}': stays(53 * day),
    },
    calm: {
      'glasshouse_certificate_ends_timestamp_seconds{instance="server"}': stays(0),
      'glasshouse_certificate_ends_timestamp_seconds{instance="worker"}': stays(55 * day),
    },
  },
  GlasshouseCertificateUnread: {
    fires: { glasshouse_certificate_fault: stays(1) },
    calm: { glasshouse_certificate_fault: stays(0) },
  },
  GlasshouseReconciliationOld: {
    fires: {
      'glasshouse_reconciled_timestamp_seconds{account="client-bank"}': isNow,
      'glasshouse_reconciled_timestamp_seconds{account="firm-bank"}': stays(35 * day),
    },
    calm: {
      'glasshouse_reconciled_timestamp_seconds{account="client-bank"}': isNow,
      'glasshouse_reconciled_timestamp_seconds{account="firm-bank"}': stays(37 * day),
    },
  },
  GlasshouseListsOld: {
    fires: {
      'glasshouse_screening_old_timestamp_seconds{list="un"}': stays(50 * day),
      'glasshouse_screening_old_timestamp_seconds{list="eu"}': stays(39 * day),
    },
    calm: {
      'glasshouse_screening_old_timestamp_seconds{list="un"}': stays(50 * day),
      'glasshouse_screening_old_timestamp_seconds{list="eu"}': stays(41 * day),
    },
  },
  GlasshouseLeftOver: {
    fires: {
      'glasshouse_statement_left_over_dollars{account="client-bank",instance="a"}': stays(-5),
      'glasshouse_statement_compared_timestamp_seconds{account="client-bank",instance="a"}': stays(
        2 * day,
      ),
      'glasshouse_reconciled_timestamp_seconds{account="client-bank",instance="b"}': stays(day),
      'glasshouse_reconciled_timestamp_seconds{account="firm-bank",instance="b"}': stays(3 * day),
    },
    // Reconciled since, at another server.
    calm: {
      'glasshouse_statement_left_over_dollars{account="client-bank",instance="a"}': stays(-5),
      'glasshouse_statement_compared_timestamp_seconds{account="client-bank",instance="a"}': stays(
        2 * day,
      ),
      'glasshouse_reconciled_timestamp_seconds{account="client-bank",instance="b"}': stays(3 * day),
    },
  },
  GlasshouseAstray: {
    fires: {
      'glasshouse_statement_astray{account="client-bank",instance="a"}': stays(1),
      'glasshouse_statement_compared_timestamp_seconds{account="client-bank",instance="a"}': stays(
        2 * day,
      ),
      'glasshouse_reconciled_timestamp_seconds{account="client-bank",instance="b"}': stays(day),
      'glasshouse_reconciled_timestamp_seconds{account="firm-bank",instance="b"}': stays(3 * day),
    },
    // Reconciled since, at another server.
    calm: {
      'glasshouse_statement_astray{account="client-bank",instance="a"}': stays(1),
      'glasshouse_statement_compared_timestamp_seconds{account="client-bank",instance="a"}': stays(
        2 * day,
      ),
      'glasshouse_reconciled_timestamp_seconds{account="client-bank",instance="b"}': stays(3 * day),
    },
  },
  GlasshouseCoinsDiffer: {
    fires: { glasshouse_coins_payouts_stopped: stays(1) },
    calm: { glasshouse_coins_payouts_stopped: stays(0) },
  },
  GlasshouseCoinsRefused: {
    fires: { glasshouse_coin_deposits_refused: stays(1) },
    calm: { glasshouse_coin_deposits_refused: stays(0) },
  },
  GlasshouseChainUnread: {
    fires: { glasshouse_chain_looked_timestamp_seconds: isNow, glasshouse_chain_fault: stays(1) },
    calm: { glasshouse_chain_looked_timestamp_seconds: isNow, glasshouse_chain_fault: stays(0) },
  },
  GlasshouseTronUnproved: {
    fires: { glasshouse_tron_unproved: stays(1) },
    calm: { glasshouse_tron_unproved: stays(0) },
  },
  GlasshouseRateMissing: {
    fires: { glasshouse_coin_rate_fault: stays(1) },
    calm: { glasshouse_coin_rate_fault: stays(0) },
  },
}

/** As promtool reads it: how often the alert fires at the end. */
const testOf = (
  alert: string,
  series: Series,
  { minutes, times }: { minutes: number; times: 0 | 1 },
) => ({
  interval: `${minutes}m`,
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: `${minutes * steps}m`,
      exp_samples: times === 0 ? [] : [{ labels: '{}', value: times }],
    },
  ],
})

describe('the alerts', () => {
  test('have a runbook each, and a firm each for which they fire', () => {
    expect(Object.keys(firms)).toEqual(rules.map(({ alert }) => alert))
    const runbooks = rules.map(({ annotations }) => `docs/runbooks/${annotations.runbook}`)
    expect(runbooks.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('are tried with the figures that they name', () => {
    const namesIn = (text: string) => text.match(/\b(?:glasshouse|node)_\w+|\bup\b/g) ?? []
    const strange = rules.flatMap(({ alert, expr }) => {
      const { fires, calm } = firms[alert]!
      const named = new Set(namesIn(expr))
      const given = Object.keys({ ...fires, ...calm }).flatMap(namesIn)
      return given.every((name) => named.has(name)) && given.length > 0 ? [] : [alert]
    })
    expect(strange).toEqual([])
  })

  test.skipIf(noPromtool)(
    `fire when they should and not before, by the rules of promtool itself${skippedBy(noPromtool)}`,
    () => {
      // Each by itself, since promtool evaluates all rules of a file at every step.
      const files = rules.map((rule) => {
        const { fires, calm, isQuick = false } = firms[rule.alert]!
        // What is counted by the minute has steps of one.
        const minutes = isQuick ? 1 : 360
        const own = write(`${rule.alert}.rules.yml`, { groups: [{ name: 'own', rules: [rule] }] })
        return write(`${rule.alert}.test.yml`, {
          rule_files: [own],
          evaluation_interval: `${minutes}m`,
          tests: [
            testOf(rule.alert, fires, { minutes, times: 1 }),
            testOf(rule.alert, calm, { minutes, times: 0 }),
          ],
        })
      })
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], {
        encoding: 'utf8',
      })
      expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 })
    },
  )
})

describe('alerts and dashboard', () => {
  test('name figures that the product counts', async () => {
    const counted = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name)
    const known = new Set([
      'up',
      // Written beside the backups: scripts/backup-age.ts.
      backupAgeMetric,
      ...counted.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
    ])
    const unknown = expressions.flatMap(({ of, expr }) =>
      [...expr.matchAll(/\b(?:glasshouse|process)_\w+/g)]
        .filter(([name]) => !known.has(name))
        .map(([name]) => `${of}: ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test.skipIf(noPromtool)(
    `are expressions that Prometheus reads, as its promtool does${skippedBy(noPromtool)}`,
    () => {
      const file = write('expressions.yml', {
        groups: [
          {
            name: 'all',
            rules: expressions.map(({ expr }, index) => ({ record: `expression:${index}`, expr })),
          },
        ],
      })
      for (const checked of [file, alertsFile])
        expect(() =>
          execFileSync('promtool', ['check', 'rules', checked], { stdio: 'pipe' }),
        ).not.toThrow()
    },
  )

  test.skipIf(noPromtool)(
    `come with settings that Prometheus takes, by its promtool${skippedBy(noPromtool)}`,
    () => {
      expect(() =>
        execFileSync(
          'promtool',
          ['check', 'config', join(root, 'deploy/prometheus/prometheus.yml')],
          { stdio: 'pipe' },
        ),
      ).not.toThrow()
    },
  )
})
