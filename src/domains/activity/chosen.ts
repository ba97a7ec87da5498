/** Which rows of an activity are chosen: of some kinds, of a time, and with words in what is shown of them. */
import { byStaff, profitPaid } from '../../contract/activity-groups.ts'
import { activityTitles, kindsOfGroup, kindsWithProfit } from '../../contract/activity-kinds.ts'
import { reasonsNotReinvested } from '../../contract/at-maturity.ts'
import { documentWords } from '../../contract/document.ts'
import { searchedCents } from '../../lib/typed-amount.ts'
import { lowerCase } from '../people/directory.ts'
import { reasonsShown } from './reasons.ts'

export type Choice = {
  kind?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export const moneyDetails = [
  'amount',
  'profit',
  'principal',
  'credited',
  'fundingAmount',
  'reinvested',
]
export const shownDetails = [
  'plan',
  'amount',
  'principal',
  'profit',
  'credited',
  'fundingAmount',
  'asset',
  'reference',
  'pool',
  'documentKind',
  'reinvested',
  'notReinvested',
  'announced',
]
export const shownTexts = [
  'destinationName',
  'walletName',
  'walletAddress',
  'holder',
  'bankAccount',
  'recipientAccountId',
  'recipientNote',
]

/** Recorded as a word of ours, and read as others. */
const spokenDetails = ['documentKind', 'notReinvested']

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** SQL of the words that people read for a recorded value. */
const spoken = (value: string, words: Iterable<[string, string]>) =>
  `case ${value} ${[...words].map(([from, to]) => `when ${quoted(from)} then ${quoted(to)}`).join(' ')} else ${value} end`

const wordsShown = [
  spoken('item.kind', Object.entries(activityTitles)),
  ...shownDetails
    .filter((name) => !moneyDetails.includes(name) && !spokenDetails.includes(name))
    .map((name) => `command.input ->> ${quoted(name)}`),
  spoken("(command.input ->> 'documentKind')", Object.entries(documentWords)),
  spoken("(command.input ->> 'notReinvested')", reasonsNotReinvested),
  spoken("(particulars.texts ->> 'reason')", reasonsShown),
  ...shownTexts.map((name) => `particulars.texts ->> ${quoted(name)}`),
  ...['from', 'to'].map(
    (side) => `jsonb_path_query_array(particulars.texts, '$.changes[*].${side}')`,
  ),
  // Of a person's own commands no name is shown.
  "case when command.actor <> item.owner_id then coalesce(actor.full_name, 'Staff') end",
  "case when command.input ? 'proposedBy' then coalesce(proposer.full_name, 'Staff') end",
].join(', ')
const amountsShown = [
  'abs(item.amount)',
  ...moneyDetails.map((name) => `(command.input ->> ${quoted(name)})::bigint`),
].join(', ')

/** SQL that brings to a relation `command` who gave it. */
export const givers = `left join auth.persons actor on actor.id = command.actor
        left join auth.persons proposer on proposer.id = (command.input ->> 'proposedBy')::uuid`
/** SQL that brings to a relation `item` its command, its words and who gave it. */
export const said = `join desk.commands command on command.id = item.command_id
        left join desk.particulars on particulars.command_id = item.command_id and particulars.owner_id = item.owner_id
        ${givers}`

/** Each word is somewhere in what is shown, whatever its case; one that is an amount may be an amount of it instead. */
const matching = (words: string, cents: string) => `and (
          select bool_and(position(word.text in shown.words) > 0 or coalesce(word.cents = any (shown.amounts), false))
          from unnest(${words}::text[], ${cents}::bigint[]) word (text, cents),
            (select lower(concat_ws(E'\\n', ${wordsShown}) collate pg_c_utf8) as words, array[${amountsShown}] as amounts offset 0) shown)`

/** A person's own acts and the system's are no staff's. */
const givenByStaff =
  'exists (select from desk.commands given where given.id = item.command_id and given.actor <> item.owner_id)'

/**
 * SQL of the items that are chosen, of the owner `$1`: a relation `item` and its condition. The values of the choice come
 * after the first `from` parameters. A search comes with the command, who gave it and its words.
 */
export function chosenItems({
  search,
  from: before,
}: {
  search: string | undefined
  from: number
}): string {
  const [kinds, from, to, words, cents] = [1, 2, 3, 4, 5].map((place) => `$${before + place}`)
  return `desk.activity item
        ${search ? said : ''}
      where item.owner_id = $1 and (${kinds}::text[] is null or item.kind = any (${kinds}) or (${kinds} = array[${quoted(byStaff)}] and ${givenByStaff}))
        and (${from}::timestamptz is null or item.at >= ${from}) and (${to}::timestamptz is null or item.at < ${to})
        ${search ? matching(words!, cents!) : ''}`
}

/** An amount as somebody types it, in cents; null for anything else. */
const centsOfWord = (word: string) => {
  const cents = searchedCents(word)
  return cents === null ? null : String(cents)
}

/** Of a group, of those that have something in common, or the one that has this name. */
const kindsNamed = (name: string): readonly string[] =>
  name === profitPaid ? kindsWithProfit : (kindsOfGroup(name)?.map(({ kind }) => kind) ?? [name])

/** What `chosenItems` takes. */
export function valuesOfChoice({ kind, from, to, search }: Choice): unknown[] {
  const words = search ? lowerCase(search).split(/\s+/) : []
  return [
    kind === undefined ? null : kindsNamed(kind),
    from ?? null,
    to ?? null,
    ...(search ? [words, words.map(centsOfWord)] : []),
  ]
}
