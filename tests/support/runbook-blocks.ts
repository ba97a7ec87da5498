/** What a runbook tells its reader to run: the blocks for a shell, in their order. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fencesIn } from './markdown.ts'
import { root } from './source.ts'

/** Of a page of docs/runbooks; of what stands below one heading, where one is given. Throws where there is none. */
export function shellBlocks(page: string, heading?: string): string[] {
  const text = readFileSync(join(root, 'docs/runbooks', page), 'utf8').replaceAll(/^ +/gm, '')
  const sections = text.split(/^## /m)
  const chosen =
    heading === undefined ? text : sections.find((section) => section.startsWith(`${heading}\n`))
  const blocks = fencesIn(chosen ?? '')
    .filter(({ language }) => language === 'sh')
    .map((fence) => fence.text)
  if (blocks.length === 0) throw new Error(`${page} has nothing to run below ${heading}.`)
  return blocks
}
