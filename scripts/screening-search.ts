/**
 * `npm run screening:search -- [--born YEAR] NAME` or `-- --address ADDRESS`: who on the loaded lists somebody may be, with
 * what speaks for it and against it. Changes nothing, and no match is proof.
 */
import '../src/platform/node-version.ts'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { screeningLists } from '../src/contract/screening-lists.ts'
import type { BirthEvidence } from '../src/domains/screening/matching/listed-names.ts'
import { readLists } from '../src/domains/screening/queries.ts'
import {
  listedAddress,
  possibleMatches,
  readNames,
  type PossibleMatch,
} from '../src/domains/screening/search.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { runScript, say } from './script.ts'
import { withDatabase } from './which-database.ts'

const usage = new CannotStart(
  'Ask for `npm run screening:search -- --born 1970 "First Last"`, the year where it is known, or with `--address` and an address of a coin.',
)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { born: { type: 'string' }, address: { type: 'string' } },
    })
    return { born: values.born, address: values.address, name: positionals.join(' ') }
  } catch {
    throw usage
  }
}

const births: Record<BirthEvidence, string> = {
  same: 'the same year of birth',
  near: 'a year of birth next to it',
  other: 'another year of birth',
  unknown: 'year of birth not known',
}

const percent = new Intl.NumberFormat('en', { style: 'percent' })

const orNone = (texts: readonly string[]) => (texts.length > 0 ? texts.join(', ') : 'none')

function sayMatch({ entry, name, strength, score, birth }: PossibleMatch): void {
  say(
    `${percent.format(score)}  ${name}${strength === 'weak' ? ' (weak alias)' : ''}: ${births[birth]}`,
  )
  say(`      ${screeningLists[entry.list]}, ${entry.reference}, ${entry.kind}, ${entry.names[0]}`)
  say(`      Born: ${orNone(entry.births)}. Countries: ${orNone(entry.countries)}.`)
}

async function searchAddress(pool: pg.Pool, address: string): Promise<void> {
  const found = await listedAddress(pool, address)
  for (const { list, reference, names, currency, address: listed } of found)
    say(
      `${listed} (${currency || 'coin not said'}): ${screeningLists[list]}, ${reference}, ${names[0]}`,
    )
  if (found.length === 0) say('The address is on none of the lists.')
}

async function searchName(pool: pg.Pool, name: string, born: number | null): Promise<void> {
  const matches = possibleMatches(await readNames(pool), { name, birthYear: born })
  matches.slice(0, 50).forEach(sayMatch)
  say(matches.length === 0 ? 'No possible match.' : `${matches.length} possible matches.`)
}

await runScript(async () => {
  const { born, address, name } = readArguments()
  if ((name === '') === (address === undefined)) throw usage
  if (born !== undefined && !/^\d{4}$/.test(born)) throw usage
  await withDatabase(readConfig(process.env), async ({ signIn }) => {
    const pool = createPool({ ...signIn, name: 'glasshouse screening', readOnly: true, max: 1 })
    try {
      const loaded = await readLists(pool)
      if (loaded.length === 0)
        throw new CannotStart('No list is loaded. Load one: npm run screening:load -- FILE')
      for (const { list, day, entries } of loaded)
        say(`${screeningLists[list]}, of ${day}: ${entries} entries`)
      if (address === undefined)
        await searchName(pool, name, born === undefined ? null : Number(born))
      else await searchAddress(pool, address)
    } finally {
      await pool.end()
    }
  })
})
