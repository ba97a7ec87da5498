/**
 * What was typed into a form and not sent yet: it outlives a session that has ended, and the page. Kept in the tab
 * alone, for the person who typed it, until it is sent, they leave, or somebody else signs in. One form at a time: the last.
 */
import { tabNames } from '../../contract/browser-names.ts'

type Kept = { owner: string; form: string; values: object }

const item = tabNames.draft

// Where storage is forbidden it lasts as long as the page.
let kept: Kept | null = null

function read(): Kept | null {
  try {
    return (JSON.parse(sessionStorage.getItem(item) ?? 'null') as Kept | null) ?? kept
  } catch {
    return kept
  }
}

function keep(draft: Kept | null): void {
  kept = draft
  try {
    if (draft) sessionStorage.setItem(item, JSON.stringify(draft))
    else sessionStorage.removeItem(item)
  } catch {
    return
  }
}

/** What this person typed last, or null. What somebody else did is forgotten. */
export function keptDraft<Values extends object>(owner: string, form: string): Values | null {
  forgetOthersDraft(owner)
  const draft = read()
  return draft?.owner === owner && draft.form === form ? (draft.values as Values) : null
}

export const keepDraft = (owner: string, form: string, values: object) =>
  keep({ owner, form, values })

/** Somebody has signed in: nothing that anybody else typed stays. */
export function forgetOthersDraft(owner: string): void {
  const draft = read()
  if (draft && draft.owner !== owner) keep(null)
}

export const isDraftKept = () => read() !== null

export const forgetDraft = () => keep(null)
