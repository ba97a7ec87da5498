/** Under which reference an entry of a statement is recorded. */
import { bankReference, referenceKey } from '../../lib/bank-reference.ts'
import { decimalFromCents } from '../../lib/money.ts'
import type { EntryReference, ReferenceKind, StatementEntry } from './statement.ts'

/** What banks write where they have nothing to write. */
const nothing = /^(?:NOTPROVIDED|NOTAVAILABLE|NON?REF(?:ERENCE)?|NONE|NA|NIL|UNKNOWN|0+|X+)$/

/** Null where a bank's word for nothing stands, or nothing at all. */
export const givenReference = (text: string): string | null =>
  text === '' || nothing.test(referenceKey(text)) ? null : text

/**
 * By which a bank names one payment and no other, the best first. Whoever pays chooses `EndToEndId`, and often the same each
 * time, as mandates and invoices are the same each time: these tell parts apart, and are found, but name nothing alone.
 */
export const naming: readonly ReferenceKind[] = [
  'AcctSvcrRef',
  'TxId',
  'UETR',
  'ClrSysRef',
  'column',
]
const tellingApart: readonly ReferenceKind[] = ['TxId', 'UETR', 'EndToEndId', 'InstrId']

export const firstOf = (
  references: readonly EntryReference[],
  kinds: readonly ReferenceKind[],
): string | null =>
  kinds
    .flatMap((kind) => references.find((one) => one.kind === kind)?.value ?? [])
    .find((value) => value !== '') ?? null

/** What stands between a bank's reference and which of the payments under it is meant. */
const between = ' part '

/** The reference that the bank gave, without the part. */
export const wholeOf = (reference: string): string => {
  const [whole = ''] = reference.split(between)
  return whole
}

const shortest = (text: string, length: number) => Array.from(text).slice(0, length).join('')

export function withPart(reference: string, part: string): string {
  const whole = `${shortest(reference, 60)}${between}${shortest(part, 34)}`
  return recordable(whole) ?? whole
}

type Named = Pick<StatementEntry, 'amount' | 'bookedOn' | 'party' | 'references'>

/** Which of several under one reference it is, by what stands with it. */
export const factsAsPart = ({ amount, bookedOn }: Pick<Named, 'amount' | 'bookedOn'>): string =>
  `${bookedOn} ${amount < 0n ? 'out' : 'in'} ${decimalFromCents(amount < 0n ? -amount : amount)}`

/** As it can be recorded: banks write signs in it that no reference has. Null where nothing of it is left. */
const recordable = (text: string): string | null =>
  bankReference(text) ?? bankReference(text.replaceAll(/[^\p{L}\p{M}\p{N} -~]/gu, ' '))

/** Of an entry that the bank names by nothing: the same each time that it is read. */
const namedByFacts = (entry: Named): string =>
  recordable(shortest(`${factsAsPart(entry)} ${entry.party}`.trim(), 60)) ?? factsAsPart(entry)

/** Of several payments under the reference of one entry; `place` from 1. */
export const partOf = (references: readonly EntryReference[], place: number): string =>
  firstOf(references, tellingApart) ?? String(place)

export const referenceOf = (entry: Named): string =>
  recordable(firstOf(entry.references, naming) ?? '') ?? namedByFacts(entry)

/** So that the order of the lines of a file decides nothing: the texts of twins alone are the same. */
const asText = ({ bookedOn, amount, reference, party, text, references }: StatementEntry) =>
  JSON.stringify([bookedOn, String(amount), reference, party, text, references])

/** In an order of their own, whatever that of the file is. */
export function inOrder<Of>(each: Iterable<Of>, textOf: (one: Of) => string): Of[] {
  return Array.from(each, (one) => ({ one, text: textOf(one) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ one }) => one)
}

export const entriesInOrder = (entries: Iterable<StatementEntry>): StatementEntry[] =>
  inOrder(entries, asText)

/**
 * Under which reference each of these is recorded: its own, where that is free; with the day, the direction and the amount where a
 * payment shares it with its reversal, its charge or its twin, and numbered where these are the same, too. `taken`: references as
 * they are compared.
 */
export function namesOf(
  entries: readonly StatementEntry[],
  taken: ReadonlySet<string>,
): Map<StatementEntry, string> {
  const names = new Map<StatementEntry, string>()
  const given = new Set<string>()
  for (const entry of entriesInOrder(entries)) {
    const part = factsAsPart(entry)
    let name = entry.reference
    const isFree = (one: string) => !given.has(referenceKey(one)) && !taken.has(referenceKey(one))
    for (let times = 1; !isFree(name); times += 1)
      name = withPart(wholeOf(entry.reference), times === 1 ? part : `${part} ${times}`)
    given.add(referenceKey(name))
    names.set(entry, name)
  }
  return names
}
