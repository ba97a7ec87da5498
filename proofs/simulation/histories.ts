/** Many histories in a row, of all lengths, from one seed. */
import { Difference, inOneLine, withoutIds } from './difference.ts'
import { BothInMemory, playInMemory, type History } from './memory.ts'
import type { Asked } from './model.ts'
import { Random } from './random.ts'
import { shrink } from './shrink.ts'
import { beginning, stepsOf } from './steps.ts'

const shrinkMs = 30_000

/** One long history, ten of middle length that together are as long, and for the rest a thousand steps each. None grows without bound, nor does memory. */
function lengthOf(number: number, commands: number): number {
  const long = Math.min(50_000, Math.floor(commands / 20))
  return Math.max(1_000, number === 0 ? long : number <= 10 ? Math.floor(long / 10) : 0)
}

/** The history with this number: from 3 to 42 users at first, and up to 60 people. */
function historyOf(seed: number, number: number, commands: number): History {
  const random = new Random((seed + Math.imul(number, 0x9e3779b1)) >>> 0)
  const users = 3 + random.below(40)
  return {
    users,
    people: Math.max(users + 4, 20 + random.below(41)),
    steps: stepsOf(random.next(), lengthOf(number, commands)),
  }
}

export type Seen = { commands: number; histories: number; outcomes: Map<string, number> }

function playAndCount(history: History, seen: Seen): void {
  playInMemory(history, (_, move, reply) => {
    if (!('submit' in move)) return
    seen.commands += 1
    const outcome = `${move.submit.kind} ${reply!.outcome}`
    seen.outcomes.set(outcome, (seen.outcomes.get(outcome) ?? 0) + 1)
  })
  seen.histories += 1
}

/** The number of steps until this history fails; null when it doesn't. */
function stepsToFailure(history: History): number | null {
  const both = new BothInMemory(history.people)
  let played = 0
  try {
    for (const submit of beginning(history.users)) both.make({ submit })
    for (const step of history.steps) {
      played += 1
      const move = both.moveOf(step)
      if (move) both.make(move)
    }
  } catch (error) {
    if (error instanceof Difference) return played
    throw error
  }
  return both.differenceOfAll() === null ? null : played
}

/** The shortest history found that fails, command by command, and what differs in the end. */
export function shortened(history: History): string {
  const users =
    [2, 5, 10, 20].find((few) => stepsToFailure({ ...history, users: few }) !== null) ??
    history.users
  const fewer = { ...history, users }
  const steps = shrink(fewer.steps, (some) => stepsToFailure({ ...fewer, steps: some }), shrinkMs)
  return told({ ...fewer, steps })
}

function told(history: History): string {
  const lines: string[] = []
  const asked: Asked[] = []
  let said = 'It does not fail again'
  try {
    playInMemory(history, (_, move, reply) => {
      if ('submit' in move) asked.push(move.submit)
      lines.push(
        'submit' in move
          ? `#${asked.length - 1} ${inOneLine(move.submit)} → ${reply!.status} ${reply!.outcome}`
          : `${move.passMs} ms pass`,
      )
    })
  } catch (error) {
    said = (error as Error).message
  }
  return withoutIds([...lines, said].join('\n'), asked)
}

/** Plays histories up to this number of commands, or only the one with this number. Throws a Difference with the shortened history. */
export function simulateInMemory(
  { seed, commands, only }: { seed: number; commands: number; only: number | null },
  say: (seen: Seen) => void = () => {},
): Seen {
  const seen: Seen = { commands: 0, histories: 0, outcomes: new Map() }
  for (let number = only ?? 0; seen.commands < commands; number += 1) {
    const history = historyOf(seed, number, commands)
    try {
      playAndCount(history, seen)
    } catch (error) {
      if (!(error instanceof Difference)) throw error
      throw new Difference(
        `history ${number}, shortened:\n${shortened(history)}\nAgain: npm run simulate -- --seed ${seed} --commands ${commands} --history ${number}`,
        { cause: error },
      )
    }
    say(seen)
    if (only !== null) break
  }
  return seen
}
