/** The files of migrations, and what a database says of those that were applied to it. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import type { Mode } from '../config.ts'

export type Migration = {
  number: number
  name: string
  sql: string
  sha256: string
  /** Its statements are committed one by one, as an index needs that is made while people write. */
  isOutside: boolean
}

/** A row of the table of migrations. */
export type Applied = Omit<Migration, 'sql' | 'isOutside'>

const outside = /^-- Outside a transaction\b/

/** The baseline is a file for each noun; what changes after it are migrations with higher numbers. */
export function isBaseline({ number }: Pick<Migration, 'number'>): boolean {
  return number < 100
}

/** The files of a folder, by number. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^(\d{3})-([a-z0-9-]+)\.sql$/.exec(file)
      if (!match)
        throw new CannotStart(`The migration ${file} must be named like 001-what-it-does.sql.`)
      const sql = readFileSync(join(folder, file), 'utf8')
      return {
        number: Number(match[1]),
        name: match[2]!,
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
        isOutside: outside.test(sql),
      }
    })
  const twice = migrations.find(
    (migration, index) => migrations[index - 1]?.number === migration.number,
  )
  if (twice) throw new CannotStart(`Two migrations have the number ${label(twice)}.`)
  return migrations
}

/** As the file is called. */
export function label(migration: Pick<Migration, 'number' | 'name'>): string {
  return `${String(migration.number).padStart(3, '0')}-${migration.name}`
}

/** A row as one text. */
export function recordOf(applied: Applied): string {
  return `${label(applied)} ${applied.sha256}`
}

/**
 * Throws where a version before 1.0 made the database, which shows in files of the baseline that are none of these: they
 * don't change any more. It says what to do, by the mode of the database.
 */
export function refuseEarlier(applied: Applied[], migrations: Migration[], mode: Mode): void {
  const ours = new Set(migrations.filter(isBaseline).map(recordOf))
  if (applied.filter(isBaseline).every((row) => ours.has(recordOf(row)))) return
  throw new CannotStart(
    `This database was made by a version before 1.0, and nothing of it is carried over: ${
      mode === 'demo'
        ? 'make a new demonstration with npm run demo:reset'
        : 'give this release a new database, and keep this one with the version that made it'
    }.`,
  )
}

/** Throws unless what was applied is exactly the beginning of the files. */
export function checkApplied(applied: Applied[], migrations: Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const file = migrations.find((migration) => migration.number === row.number)
    if (!file) {
      throw new CannotStart(
        `The database has the migration ${label(row)}, which this release lacks: it belongs to a newer one.`,
      )
    }
    if (file.sha256 !== row.sha256 || file.name !== row.name) {
      throw new CannotStart(
        `The migration ${label(row)} was changed after it was applied. Migrations only go forward: add a new one.`,
      )
    }
    if (migrations[index] !== file) {
      throw new CannotStart(
        `The migration ${label(migrations[index]!)} comes before ${label(row)}, which is already applied.`,
      )
    }
  }
}
