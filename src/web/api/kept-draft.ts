/**
 * What was typed into a long form and not sent in yet: it outlives a session that has ended, and the page. Held in memory
 * alone, for the person who typed it, until it is sent, they leave, or somebody else signs in.
 */
let kept: { owner: string; form: string; values: object } | null = null

/** What this person typed last, or null. What somebody else did is forgotten. */
export function keptDraft<Values extends object>(owner: string, form: string): Values | null {
  if (kept && kept.owner !== owner) kept = null
  return kept?.form === form ? (kept.values as Values) : null
}

export const keepDraft = (owner: string, form: string, values: object) =>
  void (kept = { owner, form, values })

export const forgetDraft = () => void (kept = null)
