/** What was measured: rows with their targets, the table, and the files that keep them. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '../../src/platform/database.ts'
import { median, type Cost } from './measure.ts'

export type Row = {
  name: string
  /** The median of the rounds; null when it could not be measured here. */
  value: number | null
  unit: string
  /** To the yardstick that `of` names. */
  ratio: number | null
  of: string | null
  target: string | null
  /** Null without a target, or without what it is compared with. */
  met: boolean | null
  /** The lowest and the highest round. */
  low: number | null
  high: number | null
  /** Processor time for each command, in µs: the medians of the rounds. Null where no commands are counted. */
  node: number | null
  postgres: number | null
  rounds: number
  /** What keeps it from being better. */
  limits: string
}

/** A bound for the ratio where there is a yardstick, else for the value. */
export type Bound = { atLeast: number } | { atMost: number } | { below: number }

type Measured = {
  name: string
  unit: string
  /** One value per round; none when it could not be measured. */
  rounds: readonly number[]
  limits: string
  /** Of the rounds in which commands were counted. */
  costs?: readonly (Cost | null)[]
  against?: { name: string; rounds: readonly number[] }
  bound?: Bound
}

function targetOf(bound: Bound, unit: string, against: string | undefined): string {
  const [sign, figure] =
    'atLeast' in bound
      ? ['≥', bound.atLeast]
      : 'atMost' in bound
        ? ['≤', bound.atMost]
        : ['<', bound.below]
  return `${sign} ${figure} ${against === undefined ? unit : `× ${against}`}`
}

function isWithin(bound: Bound, value: number): boolean {
  if ('atLeast' in bound) return value >= bound.atLeast
  return 'atMost' in bound ? value <= bound.atMost : value < bound.below
}

const medianOf = (values: readonly (number | null | undefined)[]) => {
  const known = values.filter((value) => typeof value === 'number')
  return known.length > 0 ? median(known) : null
}

export function makeRow({ name, unit, rounds, limits, costs = [], against, bound }: Measured): Row {
  const value = rounds.length > 0 ? median(rounds) : null
  const ratio =
    value !== null && against && against.rounds.length > 0 ? value / median(against.rounds) : null
  const judged = against ? ratio : value
  const met = !bound || judged === null ? null : isWithin(bound, judged)
  return {
    name,
    value,
    unit,
    ratio,
    of: against?.name ?? null,
    met,
    limits,
    rounds: rounds.length,
    target: bound ? targetOf(bound, unit, against?.name) : null,
    low: rounds.length > 0 ? Math.min(...rounds) : null,
    high: rounds.length > 0 ? Math.max(...rounds) : null,
    node: medianOf(costs.map((cost) => cost?.node)),
    postgres: medianOf(costs.map((cost) => cost?.postgres)),
  }
}

/** Small figures with decimals, large ones without. */
export const figure = (value: number | null) =>
  value === null
    ? ''
    : value.toLocaleString('en', {
        maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0,
        useGrouping: true,
      })
export const verdict = (met: boolean | null) => (met === null ? '' : met ? 'yes' : 'NO')

const columns = [
  'name',
  'value',
  'unit',
  'lowest',
  'highest',
  'µs of Node',
  'µs of PostgreSQL',
  'ratio',
  'target',
  'met',
] as const
const texts: readonly string[] = [
  'name',
  'unit',
  'target',
  'met',
] satisfies (typeof columns)[number][]
const cellsOf = (row: Row): string[] => [
  row.name,
  figure(row.value),
  row.unit,
  figure(row.low),
  figure(row.high),
  figure(row.node),
  figure(row.postgres),
  figure(row.ratio),
  row.target ?? '',
  verdict(row.met),
]

/** The table as people read it in a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [[...columns], ...rows.map(cellsOf)]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) =>
          texts.includes(columns[at]!) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

async function output(program: string, args: string[]): Promise<string | null> {
  const found = await promisify(execFile)(program, args, { cwd: import.meta.dirname }).catch(
    () => null,
  )
  return found?.stdout.trim() || null
}

const settingNames = [
  'server_version',
  'shared_buffers',
  'max_wal_size',
  'wal_level',
  'wal_compression',
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'commit_delay',
]

/** The machine, and what was measured. */
async function machine(url: string): Promise<[string, string][]> {
  const { rows } = await withClient({ url, name: 'bench', as: 'owner' }, (client) =>
    client.query<{ name: string; setting: string }>(
      'select name, current_setting(name) as setting from pg_settings where name = any ($1) order by array_position($1, name)',
      [settingNames],
    ),
  )
  const [commit, changes, pgbench] = await Promise.all([
    output('git', ['rev-parse', '--short', 'HEAD']),
    output('git', [
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      '../../src',
      '../../db',
      '.',
    ]),
    output('pgbench', ['--version']),
  ])
  const [version, ...settings] = rows.map(({ name, setting }) =>
    name === 'server_version' ? setting : `${name} ${setting}`,
  )
  return [
    ['Cores', `${availableParallelism()} (${cpus()[0]?.model.trim() ?? 'unknown'})`],
    ['Memory', `${(totalmem() / 1e9).toFixed(1)} GB`],
    ['Kernel', `${process.platform} ${release()}`],
    ['Node', process.version],
    ['PostgreSQL', `${version}; ${settings.join(', ')}`],
    ['pgbench', pgbench ?? 'not installed: what is compared with it stays empty'],
    [
      'Glasshouse',
      commit === null
        ? 'commit unknown'
        : `${commit}${changes ? ', with changes not committed' : ''}`,
    ],
  ]
}

export const markdownTable = (head: readonly string[], lines: readonly string[][]) =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')

/** A measurement by its name, without the percentile and the size of the past that it was measured at. */
export const stemOf = (name: string) =>
  name.replace(/ at [\d,]+ postings$/, '').replace(/, p\d+$/, '')
const percentileOf = (name: string) => /, (p\d+)(?= at [\d,]+ postings$|$)/.exec(name)?.[1] ?? ''

/** `p99 79.71 ms (NO: < 60 ms)`: the target in brackets, with NO before one that is missed. */
function figureInWords({ name, value, unit, ratio, target, met, node, postgres }: Row): string {
  const costs = [
    ...(node === null ? [] : [`Node ${figure(node)} µs`]),
    ...(postgres === null ? [] : [`PostgreSQL ${figure(postgres)} µs`]),
  ]
  return [
    percentileOf(name),
    `${figure(value) || 'not measured'} ${unit}`,
    / at [\d,]+ postings$/.exec(name)?.[0].trim() ?? '',
    ratio === null ? '' : `ratio ${figure(ratio)}`,
    costs.length > 0 ? `[${costs.join(', ')}]` : '',
    target === null ? '' : `(${met === false ? 'NO: ' : ''}${target})`,
  ]
    .filter((words) => words !== '')
    .join(' ')
}

/** One explanation for each percentile, that of the last past, without who used the processors. */
const limitsOf = (rows: readonly Row[]) =>
  new Set(
    new Map(rows.map(({ name, limits }) => [percentileOf(name), limits]))
      .values()
      .map((limits) => limits.replace(/Of all processors: [^.]+\.( |$)/, '').trim())
      .filter((limits) => limits !== 'As above.'),
  )

/** The rows of one measurement together; a sentence that explains them stands once, where it comes first. */
export function listOf(rows: readonly Row[]): string {
  const said = new Set<string>()
  return [...Map.groupBy(rows, ({ name }) => stemOf(name))]
    .map(([stem, those]) => {
      const limits = [...limitsOf(those)]
        .flatMap((words) => words.split(/(?<=\.) (?=[A-Z\d`])/))
        .filter((sentence) => !said.has(sentence))
      for (const sentence of limits) said.add(sentence)
      return [`- **${stem}**: ${those.map(figureInWords).join('; ')}.`, ...limits].join(' ')
    })
    .join('\n')
}

/** What was run, and what has to be said of all of it. */
export type Run = {
  /** Of the two files: in capitals of the report. */
  name: string
  command: string
  remarks?: readonly string[]
  rows: readonly Row[]
  minutes: number
}

async function reportOf(run: Run, url: string): Promise<string> {
  const { command, remarks = [], rows, minutes } = run
  return `# Results of \`${command}\`

Written by the bench; README.md of this folder says how to read it. Everything ran in one go on one PostgreSQL server, in ${minutes.toFixed(1)} minutes, on ${new Date().toISOString().slice(0, 10)}.
${remarks.map((remark) => `\n${remark}\n`).join('')}
${(await machine(url)).map(([what, is]) => `- ${what}: ${is}`).join('\n')}

Values are medians of the rounds; ${run.name.toLowerCase()}.json has the lowest and the highest as well, and who used the processors. A ratio is to what the target names, in round brackets; NO stands before a target that was missed. Square brackets have the processors’ time for each command. Behind the figures stands what limits them, unless it was said before.

${listOf(rows)}
`
}

/** Writes NAME.md, and name.json with the rows. */
export async function writeResults(folder: string, run: Run, url: string): Promise<void> {
  // First what was measured: files that are written count as changes themselves.
  const report = await reportOf(run, url)
  await mkdir(folder, { recursive: true })
  const kept = `${JSON.stringify(run.rows, null, 2)}\n`
  await writeFile(join(folder, `${run.name.toLowerCase()}.json`), kept)
  await writeFile(join(folder, `${run.name}.md`), report)
}
