/**
 * `npm run bench`: how fast the product is, against yardsticks of the same run on the same server. README.md of this
 * folder explains how to read it. `-- --quick` takes small counts, to see that it works; `-- --only name,name` measures
 * some rows; `-- --out folder` says where results.json and RESULTS.md go. `-- --scale` measures a house with a million people
 * and a long past instead, into scale.json and SCALE.md; `--each 10,31` takes pasts of so many postings each, `--people`
 * so many people.
 */
import '../../src/platform/node-version.ts'
import { parseArgs } from 'node:util'
import { activity } from './activity.ts'
import { alone } from './alone.ts'
import { fullSize, makeBench, quickSize, type Bench, type Measurement, type Size } from './bench.ts'
import { dueAmongMany } from './due.ts'
import { foreignLock } from './foreign-lock.ts'
import { growth } from './growth.ts'
import { openHouse } from './house.ts'
import { investments } from './investments.ts'
import { logins } from './logins.ts'
import { memory } from './memory.ts'
import { tableOf, writeResults, type Row, type Run } from './results.ts'
import { measureScale } from './scale.ts'
import { settling } from './settling.ts'
import { site } from './site.ts'
import { measureUsers } from './users.ts'
import { statement } from './statement.ts'
import { withdrawalsList } from './withdrawals-list.ts'
import { withdrawals } from './withdrawals.ts'

const users: Measurement = {
  names: ['users'],
  measure({ house, size, say }) {
    say('measuring the list of users')
    return measureUsers({ url: house.url, quick: size.quick })
  },
}

const measurements: Measurement[] = [
  withdrawals,
  alone,
  investments,
  foreignLock,
  settling,
  dueAmongMany,
  growth,
  users,
  withdrawalsList,
  site,
  logins,
  activity,
  statement,
  memory,
]

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    out: { type: 'string' },
    scale: { type: 'boolean' },
    each: { type: 'string' },
    people: { type: 'string' },
  },
})

/** How many postings each person has in each of the pasts of `--scale`. */
function eachFrom(text: string | undefined, size: Size): readonly number[] {
  const each = text?.split(',').map(Number) ?? size.scaleEach
  if (each.every((postings) => postings % 3 === 1)) return each
  throw new Error('Postings each are 1, 4, 7, 10 and so on: then everyone has just deposited.')
}

function askedFrom(only: string | undefined): (name: string) => boolean {
  const known = measurements.flatMap(({ names }) => names)
  const asked = only?.split(',').map((name) => name.trim())
  const strange = asked?.find((name) => !known.includes(name))
  if (strange !== undefined)
    throw new Error(`There is no measurement ${strange}; there are ${known.join(', ')}.`)
  return (name) => asked === undefined || asked.includes(name)
}

async function measureAll(bench: Bench, asked: (name: string) => boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (const { names, measure } of measurements) {
    if (names.some(asked)) rows.push(...(await measure(bench, asked)))
  }
  return rows
}

const began = performance.now()
const asked = askedFrom(options.only)
const say = (line: string) =>
  process.stderr.write(
    `${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`,
  )
const usual = options.quick ? quickSize : fullSize
const size = options.people ? { ...usual, scalePeople: Number(options.people) } : usual
const each = eachFrom(options.each, size)
const house = await openHouse({ audited: options.quick ?? false })
// An interrupted bench leaves no server running and nothing on the disk.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void house.stop().then(() => process.exit(1)))
try {
  const bench = makeBench(house, size, say)
  const { rows, ...run }: Omit<Run, 'minutes'> = options.scale
    ? {
        name: 'SCALE',
        command: [
          'npm run bench -- --scale',
          ...(options.people ? ['--people', options.people] : []),
          ...(options.each ? ['--each', options.each] : []),
        ].join(' '),
        ...(await measureScale(bench, each)),
      }
    : { name: 'RESULTS', command: 'npm run bench', rows: await measureAll(bench, asked) }
  process.stdout.write([tableOf(rows), ...(run.remarks ?? []), ''].join('\n'))
  // Only a full run is kept, unless a folder is named: a part would look like the result of one go.
  const folder = options.out ?? (options.quick || options.only ? null : import.meta.dirname)
  if (folder !== null)
    await writeResults(
      folder,
      { ...run, rows, minutes: (performance.now() - began) / 60_000 },
      house.url,
    )
} finally {
  await house.stop()
}
