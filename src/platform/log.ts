/** Logs: one JSON line each, on standard error, so that the lines meant for people keep standard output. */
import { pino, stdSerializers, type Logger, type DestinationStream } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

const secretFields = [
  'password',
  'newPassword',
  'confirmPassword',
  'currentPassword',
  'token',
  'secret',
  'code',
  'challenge',
  'authorization',
  'cookie',
  '["set-cookie"]',
]

/** Bodies are never logged; this is the second wall, should an object that holds one be logged. */
const redactedPaths = secretFields.flatMap((field) => {
  const below = field.startsWith('[') ? field : `.${field}`
  return [field, `*${below}`, `*.*${below}`]
})

/** Where PostgreSQL repeats the values of a row: names, addresses and whatever else stood there. */
const repeatsValues = new Set(['detail', 'where', 'internalQuery'])

function serializeError(error: Error): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stdSerializers.err(error)).filter(([name]) => !repeatsValues.has(name)),
  )
}

export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino(
    {
      level: config.logLevel,
      redact: { paths: redactedPaths, censor: '[kept out]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}

/** For lines of a fixed form with nothing of a person's in them: looking through each for secrets took a tenth of a request. */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] })
}
