/** What a run has shown, for the screen and for docs/mutants.md. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Proof } from './prove.ts'

const commandOf = ({ mutant: { checker, options = [] } }: Proof) =>
  `\`${[checker.says, ...options].join(' ')}\``

/** How many were seen, and below it whatever was not, with what was expected and seen instead. */
export function summaryOf(proofs: readonly Proof[], seed: string): string {
  const isRed = ({ verdict }: Proof) => verdict === 'red'
  const others = proofs
    .filter((proof) => !isRed(proof))
    .map(
      (proof) =>
        `- ${proof.verdict} ${proof.mutant.name} (${proof.mutant.broken}), ${commandOf(proof)}: expected \`${proof.mutant.sign.source}\`, saw ${proof.seen}`,
    )
  const count = `Seed ${seed}: ${proofs.filter(isRed).length} of ${proofs.length} mutants were seen.`
  return [count, others.join('\n')].filter((part) => part !== '').join('\n\n')
}

const mark = {
  begin: '<!-- last run: written by npm run mutants -->',
  end: '<!-- end of the last run -->',
}

/** Puts it into its place on the page and leaves the rest unchanged. */
export async function writeReport(path: string, summary: string): Promise<void> {
  const [before, rest] = (await readFile(path, 'utf8')).split(mark.begin)
  const after = rest?.split(mark.end)[1]
  if (after === undefined) throw new Error(`${path} has no place for the last run`)
  await writeFile(path, `${before}${mark.begin}\n\n${summary}\n\n${mark.end}${after}`)
}
