/** What the audit log is narrowed to, as it stands in the address of the page: a shared link and the way back show the same. */
import type { AuditChoice } from '../../api/audit.ts'
import { longestSearch, midnightOf, timeOf } from '../../account/activity/choice.ts'

/** All but the words that are searched for. */
export const auditFilterNames = ['kind', 'outcome', 'actor', 'subject', 'from', 'to'] as const
const names = ['search', ...auditFilterNames] as const

/** Empty where nothing is chosen; days of the reader's own time zone. */
export type AuditView = Record<(typeof names)[number], string>

export const outcomeWords: Record<string, string> = {
  '': 'Everything',
  done: 'Done',
  waited: 'Proposed, or first of two',
  refused: 'Refused',
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isMeant: Record<keyof AuditView, (text: string) => boolean> = {
  search: (text) => text.length <= longestSearch,
  kind: (text) => /^\w{1,60}$/.test(text),
  outcome: (text) => Object.hasOwn(outcomeWords, text),
  actor: (text) => idPattern.test(text),
  subject: (text) => idPattern.test(text),
  from: (text) => midnightOf(text, 0) !== null,
  to: (text) => midnightOf(text, 0) !== null,
}

/** What isn't meant is left out. */
export function auditViewIn(query: URLSearchParams): AuditView {
  const meant = (name: keyof AuditView, text: string) => (isMeant[name](text) ? text : '')
  return Object.fromEntries(
    names.map((name) => [name, meant(name, query.get(name) ?? '')]),
  ) as AuditView
}

/** The same as an address says it. */
export const auditQueryOf = (view: AuditView): string =>
  new URLSearchParams(Object.entries(view).filter(([, text]) => text !== '')).toString()

/** The same as the server is asked. */
export function auditChoiceOf({ from, to, ...texts }: AuditView): AuditChoice {
  const chosen = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  return { ...chosen, ...timeOf({ from, to }) }
}
