/** The table of a run, for the screen and for docs/mutants.md. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Proof } from './prove.ts'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export function summaryOf(proofs: readonly Proof[], seed: string): string {
  const head = ['Mutant', 'What is broken', 'Checker', 'Expected', 'Seen', 'Verdict', 's']
  const rows = proofs.map(
    ({ mutant: { name, broken, checker, options = [], sign }, verdict, seen, seconds }) =>
      [
        name,
        broken,
        `\`${[checker.says, ...options].join(' ')}\``,
        `\`${sign.source}\``,
        seen,
        verdict,
        seconds.toFixed(1),
      ].map(cell),
  )
  const lines = [head, head.map((_, n) => (n === head.length - 1 ? '---:' : '---')), ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  )
  const red = proofs.filter(({ verdict }) => verdict === 'red').length
  return `${lines.join('\n')}\n\nSeed ${seed}: ${red} of ${proofs.length} mutants were seen.`
}

const mark = {
  begin: '<!-- last run: written by npm run mutants -->',
  end: '<!-- end of the last run -->',
}

/** Puts the table into its place on the page and leaves the rest unchanged. */
export async function writeReport(path: string, summary: string): Promise<void> {
  const [before, rest] = (await readFile(path, 'utf8')).split(mark.begin)
  const after = rest?.split(mark.end)[1]
  if (after === undefined) throw new Error(`${path} has no place for the last run`)
  await writeFile(path, `${before}${mark.begin}\n${summary}\n${mark.end}${after}`)
}
