/** The report of a run, on the screen and in docs/reliability.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import type { Line, Result } from './campaign.ts'
import { faults } from './faults.ts'
import type { Options } from './options.ts'

export type Verdict = { word: 'passed' | 'failed' | 'invalid'; why: string }

const total = (lines: readonly Line[], name: Exclude<keyof Line, 'fault'>) =>
  lines.reduce((sum, line) => sum + line[name], 0)
const hasCrashPoints = (line: Line) => /commit/.test(line.fault)

/** A run that has hit nothing proves nothing. */
export function verdictOf(result: Result): Verdict {
  const { lines, tally } = result
  const [first] = result.faults
  if (first !== undefined) return { word: 'failed', why: first }
  const missed = lines.filter(({ rounds, hits }) => rounds > 0 && hits === 0)
  if (tally.unknown === 0) return { word: 'invalid', why: 'no outcome was ever unknown' }
  if (lines.some(hasCrashPoints) && total(lines, 'crashPoints') === 0)
    return { word: 'invalid', why: 'no crash point was hit' }
  if (missed.length > 0)
    return {
      word: 'invalid',
      why: `nothing was hit by ${missed.map(({ fault }) => fault).join(', ')}`,
    }
  return { word: 'passed', why: 'everything that was acknowledged is there once, and nothing else' }
}

/** `- terminate: … (8 rounds): 101 hits, 101 backends terminated`, without what stayed at none. */
function faultList({ lines, notRun }: Result): string {
  const says = (name: string) => faults.find((fault) => fault.name === name)!.says
  const done = lines.map((line) => {
    const counts = [
      [line.hits, 'hits'],
      [line.crashPoints, 'crash points'],
      [line.server, 'servers killed'],
      [line.postgres, 'PostgreSQL killed'],
      [line.backend, 'backends killed'],
      [line.terminated, 'backends terminated'],
    ] as const
    const hit = counts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${count.toLocaleString('en')} ${what}`)
    return `- ${line.fault}: ${says(line.fault)} (${line.rounds} rounds): ${hit.join(', ') || 'no hit'}`
  })
  return [...done, ...notRun.map(({ fault, why }) => `- ${fault}: not run (${why})`)].join('\n')
}

function figures(result: Result): [string, string][] {
  const { lines, tally, checked } = result
  const n = (value: number) => value.toLocaleString('en')
  const kills = total(lines, 'server') + total(lines, 'postgres') + total(lines, 'backend')
  return [
    [
      'kill -9',
      `${n(kills)}: ${n(total(lines, 'server'))} of a server, ${n(total(lines, 'postgres'))} of PostgreSQL, ${n(total(lines, 'backend'))} of one backend`,
    ],
    ['backends terminated', n(total(lines, 'terminated'))],
    ['crash points hit exactly', n(total(lines, 'crashPoints'))],
    [
      'operations',
      `${n(tally.operations)}: ${n(tally.acknowledged)} acknowledged, ${n(tally.refused)} refused, ${n(tally.notBooked)} told that nothing was booked`,
    ],
    [
      'unknown outcomes',
      `${n(tally.unknown)}, of which ${n(tally.resolved)} became known when asked again; ${n(tally.foundBooked)} had been booked already`,
    ],
    [
      'repeated requests',
      `${n(tally.replayed)} later replies compared with the first, byte for byte`,
    ],
    ['readings', `${n(tally.readings)} balances and pages of activity held to the history`],
    ['internal errors', n(tally.internalErrors)],
    [
      'checked',
      `${n(checked.snapshots)} snapshots of ${n(result.houses)} houses, ${n(checked.checks)} comparisons`,
    ],
    ['time', `${(result.seconds / 60).toFixed(1)} minutes`],
  ]
}

export function summary(result: Result, options: Options, verdict: Verdict): string {
  const wide = Math.max(...figures(result).map(([name]) => name.length))
  return [
    '',
    faultList(result),
    '',
    ...figures(result).map(([name, value]) => `${name.padEnd(wide)}  ${value}`),
    '',
    ...result.faults.slice(0, 20).map((fault) => `WRONG: ${fault}`),
    `${verdict.word.toUpperCase()} (seed ${options.seed}): ${verdict.why}`,
  ].join('\n')
}

const mark = {
  begin: '<!-- last run: written by npm run torture -->',
  end: '<!-- end of the last run -->',
}

/** Puts the run into its place on the page and leaves the rest unchanged. */
export async function writeReport(
  path: string,
  result: Result,
  options: Options,
  verdict: Verdict,
): Promise<void> {
  const page = await readFile(path, 'utf8').catch(
    () => `# Reliability\n\n${mark.begin}\n${mark.end}\n`,
  )
  const [before, rest] = page.split(mark.begin)
  const after = rest?.split(mark.end)[1]
  if (rest === undefined || after === undefined)
    throw new Error(`${path} has no place for the last run`)
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}`
  const rows: [string, string][] = [
    ['verdict', `**${verdict.word}**: ${verdict.why}`],
    ['date', new Date().toISOString().slice(0, 10)],
    ['machine', machine],
    ['PostgreSQL', result.postgres],
    ['seed', options.seed],
    ...figures(result),
  ]
  await writeFile(
    path,
    `${before}${mark.begin}\n\n${rows.map(([what, is]) => `- ${what}: ${is}`).join('\n')}\n\nFaults:\n\n${faultList(result)}\n\n${mark.end}${after}`,
  )
}
