/** Logs: one JSON line each, on standard error, so that the lines meant for people keep standard output. */
import { pino, type Logger, type DestinationStream } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

const secretFields = [
  'password', 'newPassword', 'confirmPassword', 'currentPassword', 'token', 'secret', 'code', 'challenge',
  'authorization', 'cookie', '["set-cookie"]',
]

/** Bodies are never logged; this is the second wall, for whoever logs an object that holds one. */
const redactedPaths = secretFields.flatMap((field) => {
  const below = field.startsWith('[') ? field : `.${field}`
  return [field, `*${below}`, `*.*${below}`]
})

export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino(
    {
      level: config.logLevel,
      redact: { paths: redactedPaths, censor: '[kept out]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}

/** For lines of a fixed form with nothing of a person's in them: looking through each for secrets took a tenth of a request. */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] })
}
