/** Whether words are in what is shown of an action, so that what people read is what they find. */
import { wordsOfOutcome } from '../../contract/audit-actions.ts'
import type { AuditItem } from '../../contract/audit.ts'
import { wordFor } from '../../contract/field-words.ts'
import { centsFromDollars, type Cents } from '../../lib/money.ts'
import { searchedCents } from '../../lib/typed-amount.ts'

function shownOf({ sentence, title, outcome, actor, subject, changes, details }: AuditItem) {
  const { title: came, note } = wordsOfOutcome(outcome)
  return [
    ...[sentence, title, came, note, actor.fullName, subject?.fullName],
    ...changes.flatMap(({ field, from, to }) => [wordFor(field), from, to]),
    ...Object.values(details).filter((value) => !isId(value)),
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
}

const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)

/** What an auditor has from elsewhere, and pastes: ids, and the beginning of a hash. A few digits aren't meant for them. */
const shortestId = 8
const idsOf = ({ id, hash, actor, subject, details }: AuditItem) =>
  [id, hash, actor.id, subject?.id, ...Object.values(details).filter(isId)].filter(
    (text) => typeof text === 'string',
  )

function amountsOf({ amount, details }: AuditItem): (Cents | null)[] {
  const own = amount === null ? null : centsFromDollars(Math.abs(amount))
  return [own, ...Object.values(details).map(searchedCents)]
}

/** Each word is somewhere in it, whatever its case; one that is an amount may be an amount of it instead. */
export function matcherOf(search: string): (item: AuditItem) => boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => ({ text, cents: searchedCents(text) }))
  return (item) => {
    const shown = shownOf(item)
    const amounts = amountsOf(item)
    return words.every(
      ({ text, cents }) =>
        shown.includes(text) ||
        (cents !== null && amounts.includes(cents)) ||
        (text.length >= shortestId && idsOf(item).some((own) => own.startsWith(text))),
    )
  }
}
