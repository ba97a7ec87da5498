/** What is counted, for Prometheus, on a port of its own: figures of operation are nobody's business outside. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Of the last replay of each part: whole, and of what was new. */
function replayGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) =>
    new Gauge({
      name: `glasshouse_replay_${name}`,
      help,
      labelNames: ['part'] as const,
      registers,
    })
  return {
    endedAt: gauge('ended_timestamp_seconds', 'When the journal was last decided again'),
    seconds: gauge('duration_seconds', 'How long that took'),
    commands: gauge('commands', 'How many commands were decided again'),
    differences: gauge('differences', 'In how many tables the state was not what the journal says'),
  }
}

/** Of the work of the house, as a worker last looked (src/watch.ts). */
function workGauges(registers: Registry[]) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => new Gauge({ name: `glasshouse_${name}`, help, labelNames, registers })
  return {
    withdrawals: gauge(
      'withdrawals_waiting',
      'Requests that wait for staff, by what they wait for',
      'work',
    ),
    withdrawalsAge: gauge(
      'withdrawals_oldest_age_seconds',
      'For how long the oldest of them waits',
      'work',
    ),
    mails: gauge('mails_waiting', 'Mails that wait to be sent'),
    mailsAge: gauge('mails_oldest_age_seconds', 'For how long the oldest of them waits'),
    settlingLate: gauge(
      'settling_late_seconds',
      'For how long the investment that is due longest has not been paid',
    ),
    rootsMissing: gauge('roots_missing_days', 'Days that have ended since the last daily root'),
    rehearsedAt: gauge(
      'backup_rehearsed_timestamp_seconds',
      'When a backup was last restored and checked; 0: never',
    ),
    reconciledAt: gauge(
      'reconciled_timestamp_seconds',
      'When an account at the bank was last reconciled, by business time; absent: never',
      'account',
    ),
    listOldFrom: gauge(
      'screening_old_timestamp_seconds',
      'From when on a list under sanctions is old; absent: none is loaded',
      'list',
    ),
    payoutsBlocked: gauge(
      'payouts_blocked',
      '1 while payouts are blocked after a restore, and 0 otherwise',
    ),
    payoutsToMatch: gauge(
      'payouts_to_match',
      'Payouts of before a restore that are neither matched nor explained',
    ),
    watchedAt: gauge('watched_timestamp_seconds', 'When a worker last looked at all of these'),
  }
}

/** Of the database's log, as a worker last asked for it. */
function logGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `glasshouse_${name}`, help, registers })
  return {
    isArchived: gauge('archive_on', '1 where the database archives its log, and 0 otherwise'),
    failing: gauge(
      'archive_failing',
      '1 while the last try to archive a part of the log failed, and 0 otherwise',
    ),
    archivedAt: gauge(
      'archived_timestamp_seconds',
      'When a part of the log was last archived; 0: never',
    ),
    unarchived: gauge('log_unarchived_bytes', 'Log that was written and is not archived yet'),
    kept: gauge(
      'log_kept_bytes',
      'Log that the database keeps for the replication slot that is furthest behind',
    ),
  }
}

/** Of the certificate at the public address, as a worker last looked at it. */
function certificateGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `glasshouse_certificate_${name}`, help, registers })
  return {
    endsAt: gauge(
      'ends_timestamp_seconds',
      'When the certificate of the public address ends; 0: not known, or the address has none',
    ),
    fault: gauge('fault', '1 while that certificate can’t be read, and 0 otherwise'),
  }
}

/** Of coins, where the firm takes any, as a worker last looked (src/watch.ts). */
function coinGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `glasshouse_${name}`, help, registers })
  return {
    difference: gauge(
      'coins_difference_satoshi',
      'How much more the chain has than the books, with nothing that explains it',
    ),
    stopped: gauge(
      'coins_payouts_stopped',
      '1 while payouts in coins stop, because books and chain differ or something else is wrong, and 0 otherwise',
    ),
    height: gauge('chain_height', 'Height of the last block that was read'),
    lookedAt: gauge('chain_looked_timestamp_seconds', 'When the chain was last looked at'),
    fault: gauge('chain_fault', '1 while the Bitcoin node can’t be read, and 0 otherwise'),
    unknown: gauge(
      'chain_waiting_unknown',
      '1 while it isn’t known what waits to be mined, and 0 otherwise',
    ),
    rateFault: gauge('coin_rate_fault', '1 while there is no rate for coins, and 0 otherwise'),
    refused: gauge(
      'coin_deposits_refused',
      'Deposits that are not what was recorded of them: nothing is booked of these',
    ),
  }
}

/** Of USDT on TRON. */
function usdtGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `glasshouse_${name}`, help, registers })
  return {
    differs: gauge('usdt_differs', '1 while books and chain differ in USDT, and 0 otherwise'),
    height: gauge('tron_height', 'Height of the last block of TRON that was read'),
    lookedAt: gauge('tron_looked_timestamp_seconds', 'When TRON was last looked at'),
    fault: gauge('tron_fault', '1 while the TRON node can’t be read, and 0 otherwise'),
    unproved: gauge(
      'tron_unproved',
      'How much the TRON node hasn’t proved of itself: deposits and payouts in USDT wait where it isn’t 0',
    ),
    refused: gauge(
      'usdt_deposits_refused',
      'Deposits in USDT that are not what was recorded of them: nothing is booked of these',
    ),
  }
}

/** Of statements of the bank, as somebody last held one against the books at this server. */
function statementGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) =>
    new Gauge({
      name: `glasshouse_statement_${name}`,
      help,
      labelNames: ['account'] as const,
      registers,
    })
  return {
    leftOver: gauge('left_over_dollars', 'What of the difference to the books no line explained'),
    astray: gauge('astray', 'Bookings that were neither on a statement nor on their way'),
    comparedAt: gauge('compared_timestamp_seconds', 'When that was'),
  }
}

/** Of the desk: what it answered, and what it couldn't. */
function deskMetrics(registers: Registry[]) {
  return {
    commands: new Counter({
      name: 'glasshouse_commands_total',
      help: 'Commands the desk has answered, by kind and outcome',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    failedCommands: new Counter({
      name: 'glasshouse_commands_failed_total',
      help: 'Commands that the desk could not decide or commit: the database refused or lost them, or it is not known',
      registers,
    }),
    batchSize: new Histogram({
      name: 'glasshouse_desk_batch_size',
      help: 'Commands in one transaction of the desk',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
  }
}

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  /** Measured when it is asked for; the code that has the figure sets its source. */
  const sources = { queued: () => 0, staffStreams: () => 0, ready: async () => true }
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'glasshouse_http_request_duration_seconds',
      help: 'Time from request to reply',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    ...deskMetrics(registers),
    ready: new Gauge({
      name: 'glasshouse_ready',
      help: '1 while the process can serve, because its database commits changes, and 0 otherwise',
      registers,
      async collect() {
        this.set((await sources.ready()) ? 1 : 0)
      },
    }),
    differences: new Counter({
      name: 'glasshouse_differences_total',
      help: 'Times that a row was found not to be what its commands made it, by table: money may be about to go wrong',
      labelNames: ['table'] as const,
      registers,
    }),
    gateMissing: new Gauge({
      name: 'glasshouse_gate_missing',
      help: 'What an open firm lacks just now of what changes by itself: while there is any, new business is paused',
      registers,
    }),
    replays: replayGauges(registers),
    work: workGauges(registers),
    coins: coinGauges(registers),
    usdt: usdtGauges(registers),
    statements: statementGauges(registers),
    log: logGauges(registers),
    certificate: certificateGauges(registers),
    sources,
    queued: new Gauge({
      name: 'glasshouse_desk_queued',
      help: 'Commands waiting for the desk',
      registers,
      collect() {
        this.set(sources.queued())
      },
    }),
    staffStreams: new Gauge({
      name: 'glasshouse_staff_streams',
      help: 'Open streams that tell staff what has changed',
      registers,
      collect() {
        this.set(sources.staffStreams())
      },
    }),
  }
}

type Answer = { status: number; type: string; text: string }
const none: Answer = { status: 404, type: 'text/plain', text: '' }

const json = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(value),
})

/** Why the process isn't ready; null: it is. Of a process that has no other port. */
export type Readiness = () => Promise<string | null>

async function answer(
  url: string | undefined,
  registry: Registry,
  readiness?: Readiness,
): Promise<Answer> {
  if (url === '/metrics')
    return { status: 200, type: registry.contentType, text: await registry.metrics() }
  if (!readiness) return none
  if (url === '/healthz') return json(200, { status: 'alive' })
  if (url !== '/readyz') return none
  const reason = await readiness()
  return reason === null
    ? json(200, { status: 'ready' })
    : json(503, { status: 'not ready', reason })
}

function serverOf(registry: Registry, readiness?: Readiness): Server {
  return createServer((request, reply) => {
    const asked = request.method === 'GET' ? request.url : undefined
    answer(asked, registry, readiness).then(
      ({ status, type, text }) => reply.writeHead(status, { 'content-type': type }).end(text),
      () => reply.writeHead(500).end(),
    )
  })
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

export type MetricsServer = { port: number; close(): Promise<void> }

/**
 * Serves `/metrics`, or null when it is off. A second server on one machine finds the default port
 * taken and goes on without; a port that was asked for must be free. With `readiness` it answers for health too.
 */
export async function serveMetrics(
  config: Pick<Config, 'metricsHost' | 'metricsPort' | 'metricsPortGiven'>,
  registry: Registry,
  say: (line: string) => void,
  readiness?: Readiness,
): Promise<MetricsServer | null> {
  if (config.metricsPort === null) return null
  const server = serverOf(registry, readiness)
  try {
    const port = await listen(server, config.metricsHost, config.metricsPort)
    return {
      port,
      async close() {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()))
        server.closeAllConnections()
        await closed
      },
    }
  } catch {
    if (config.metricsPortGiven)
      throw new CannotStart(
        `METRICS_PORT ${config.metricsPort} on ${config.metricsHost} is taken or not allowed.`,
      )
    say(
      `Port ${config.metricsPort} is taken: this server has no /metrics (METRICS_PORT sets another port).`,
    )
    return null
  }
}
