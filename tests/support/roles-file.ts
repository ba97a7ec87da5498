/** The roles and the database that deploy/roles.sh makes, by its own statements: the owner of tests may no more than an operator's. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source.ts'

export type Names = { owner: string; server: string; database: string }

/** What the file has PostgreSQL do, under these names. The role of the application has its name from the software. */
export function rolesFile({ owner, server, database }: Names): string[] {
  const text = readFileSync(join(root, 'deploy/roles.sh'), 'utf8')
  return /<<'SQL'\n(.*?)\nSQL\n/s
    .exec(text)![1]!
    .split('\n')
    .map((line) =>
      line
        .replaceAll('glasshouse_owner', owner)
        .replaceAll('glasshouse_server', server)
        .replace('database glasshouse ', `database ${database} `)
        .replaceAll(/:'\w+'/g, "'a password of these tests'"),
    )
}

/** One cluster has these names once, however many databases it has. */
export const ofTheCluster = { owner: 'glasshouse_owner', server: 'glasshouse_server' }

export const isOfTheApplication = (statement: string): boolean =>
  /^create role glasshouse_app\b/.test(statement)
