/**
 * `npm run --silent backup:age`: says when the latest whole backup of pgBackRest was completed, as a metric for a file that
 * Prometheus's node exporter reads. On the machine of the backups, as root or as PostgreSQL's user. Asks no database.
 */
import '../src/platform/node-version.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { ageMetricOf } from '../src/platform/backup/age.ts'
import { findBackup } from '../src/platform/backup/pgbackrest.ts'
import { postgresUser, runnerFor } from './backup-copy.ts'

try {
  process.stdout.write(ageMetricOf(await findBackup(runnerFor(await postgresUser()))))
} catch (error) {
  process.stderr.write(`${error instanceof CannotStart ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
