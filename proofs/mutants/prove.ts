/** Breaks one thing in a copy of the tree and tests whether its checker sees it. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { check, type Checker, type Place, type Seen } from './checkers.ts'
import { copyOfCopy, edit, Stale, type Edit } from './tree.ts'

export type Mutant = {
  name: string
  /** What is broken, in words. */
  broken: string
  edits: Edit[]
  checker: Checker
  /** Options for the checker beside those of the control. */
  options?: string[]
  /** What the checker has to report. Anything else proves nothing. */
  sign: RegExp
}

/** Only `red` is right. */
export type Verdict = 'red' | 'SURVIVED' | 'NOT PROVEN' | 'STALE' | 'NO CONTROL'
export type Proof = { mutant: Mutant; verdict: Verdict; seen: string; seconds: number }

/** The lines that bear the sign. */
function linesWith(faults: readonly string[], sign: RegExp): string | null {
  for (const fault of faults) {
    const found = sign.exec(fault)
    if (!found) continue
    const end = fault.indexOf('\n', found.index + found[0].length)
    return fault.slice(fault.lastIndexOf('\n', found.index) + 1, end < 0 ? undefined : end)
  }
  return null
}

/** Ids say nothing to a reader. */
const tidied = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 240)

export function judge({ sign }: Mutant, seen: Seen): Pick<Proof, 'verdict' | 'seen'> {
  if (seen.word === 'green') return { verdict: 'SURVIVED', seen: 'nothing' }
  if (seen.word === 'broken') return { verdict: 'NOT PROVEN', seen: tidied(seen.why) }
  const lines = linesWith(seen.faults, sign)
  return lines === null
    ? { verdict: 'NOT PROVEN', seen: tidied(seen.faults[0]!) }
    : { verdict: 'red', seen: tidied(lines) }
}

export class Laboratory {
  readonly #place: Place
  readonly #controls = new Map<string, Promise<Seen>>()

  /** `folder` holds the unchanged copy of the tree, in `original`. */
  constructor(place: Place) {
    this.#place = place
  }

  /** The same checker on the unchanged copy: unless that is green, red means nothing. */
  #control({ checker }: Mutant): Promise<Seen> {
    const known = this.#controls.get(checker.says)
    const control = known ?? this.#inCopy('control', [], (place) => check(checker, place))
    this.#controls.set(checker.says, control)
    return control
  }

  async #inCopy(
    name: string,
    edits: readonly Edit[],
    use: (place: Place) => Promise<Seen>,
  ): Promise<Seen> {
    const folder = join(this.#place.folder, name)
    await copyOfCopy(join(this.#place.folder, 'original'), folder)
    try {
      await edit(folder, edits)
      return await use({ ...this.#place, folder })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async prove(mutant: Mutant): Promise<Proof> {
    const control = await this.#control(mutant)
    if (control.word !== 'green')
      return {
        mutant,
        verdict: 'NO CONTROL',
        seen: tidied(control.word === 'red' ? control.faults[0]! : control.why),
        seconds: 0,
      }
    const begun = performance.now()
    const proof = await this.#judged(mutant)
    return { mutant, ...proof, seconds: (performance.now() - begun) / 1000 }
  }

  async #judged(mutant: Mutant): Promise<Pick<Proof, 'verdict' | 'seen'>> {
    try {
      return judge(
        mutant,
        await this.#inCopy('mutant', mutant.edits, (place) =>
          check(mutant.checker, place, mutant.options),
        ),
      )
    } catch (error) {
      if (error instanceof Stale) return { verdict: 'STALE', seen: error.message }
      throw error
    }
  }
}
