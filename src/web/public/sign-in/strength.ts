/** What can be said of a new password while it is typed. Whether it is among the common ones only the server knows. */

/** A password that the server didn't take, and why. */
export type Refused = { password: string; why: string }

/** From 0, nothing to judge yet, to 3; the words say the same. */
export type Strength = { level: 0 | 1 | 2 | 3; words: string }

const long = 16
const fewCharacters = 4

/** Length as the server counts it: an emoji is one character. */
export function lengthOf(password: string): number {
  return Array.from(password).length
}

export function strengthOf(password: string, shortest: number, refused: Refused | null): Strength {
  const length = lengthOf(password)
  if (length === 0)
    return {
      level: 0,
      words: `At least ${shortest} characters. A few words that belong together only for you are easy to remember.`,
    }
  if (password === refused?.password) return { level: 1, words: refused.why }
  if (length < shortest) return { level: 1, words: `Too short: at least ${shortest} characters.` }
  if (new Set(password).size < fewCharacters)
    return { level: 1, words: 'Easy to guess: the same few characters again and again.' }
  if (length < long)
    return { level: 2, words: 'Long enough. Every further character makes it harder to guess.' }
  return { level: 3, words: 'Good length. We’ll check that it isn’t a common password.' }
}
