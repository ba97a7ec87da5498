/** When the latest backup was completed, as Prometheus reads it from a file beside it. */
import type { Backup } from './pgbackrest.ts'

export const backupAgeMetric = 'glasshouse_backup_completed_timestamp_seconds'

export const ageMetricOf = ({ completedAt }: Pick<Backup, 'completedAt'>): string =>
  `# HELP ${backupAgeMetric} When the latest whole backup of pgBackRest was completed
# TYPE ${backupAgeMetric} gauge
${backupAgeMetric} ${completedAt / 1000}
`
