/** What a line of a file of people says, cell by cell: read exactly, or refused with what is wrong. Nothing is guessed. Pure. */
import { email as emailField, fullName as nameField } from '../../contract/fields.ts'
import type { ImportColumn, ImportFault } from '../../contract/imports.ts'
import { countryOptions, isCountry } from '../../lib/countries.ts'
import { largestAmount, type Cents } from '../../lib/money.ts'
import { isCleanText, isVisible } from '../../lib/text.ts'
import { readTypedAmount } from '../../lib/typed-amount.ts'

export type Fault = { column: ImportColumn | null; code: ImportFault; text: string }

/** A cell as it was read, or what is wrong with it. */
type Read<Value> = { value: Value } | { code: ImportFault; text: string }

const bad = (code: ImportFault, text: string) => ({ code, text })

const lengthOf = (text: string) => Array.from(text).length

/** What a spreadsheet or a program leaves where it had no value. */
const errors = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$|^(null|undefined|nan)$/i
const scientific = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i

/** What spoils any cell, whatever it is to say. */
export function faultOfCell(text: string): { code: ImportFault; text: string } | null {
  if (errors.test(text))
    return bad('cell-error', 'The cell has an error instead of a value. Enter the value.')
  if (/^[=+@]\s*[A-Za-z(]/.test(text))
    return bad('cell-formula', 'The cell is a formula. Save the file with values in place of it.')
  // What was read in other letters than it was written in.
  if (text.includes('\uFFFD') || /Ã[\u0080-\u00BF]|â€/.test(text))
    return bad(
      'cell-letters',
      'Letters were lost: the file was saved in other letters than UTF-8. Export it again as UTF-8.',
    )
  return null
}

export function readReference(text: string): Read<string> {
  if (!isVisible(text)) return bad('reference-missing', 'The reference is missing.')
  if (scientific.test(text))
    return bad(
      'reference-scientific',
      'A spreadsheet has rounded the reference. Export it again, with this column as text.',
    )
  if (lengthOf(text) > 100 || !isCleanText(text))
    return bad('reference-long', 'A reference has at most 100 plain characters.')
  return { value: text }
}

export function readName(text: string): Read<string> {
  if (text === '') return bad('name-missing', 'The name is missing.')
  if (!isVisible(text)) return bad('name-invisible', 'The name has nothing that can be seen.')
  if (text.includes('@')) return bad('name-email', 'The name is an email address. Enter the name.')
  if (lengthOf(text) > 100) return bad('name-long', 'A name has at most 100 characters.')
  const read = nameField.safeParse(text)
  return read.success ? { value: read.data } : bad('name-unusable', read.error.issues[0]!.message)
}

export function readEmail(text: string): Read<string> {
  if (text === '') return bad('email-missing', 'The email address is missing.')
  if (/[<>]/.test(text) || /^mailto:/i.test(text))
    return bad('email-named', 'Enter the email address alone, without a name or signs around it.')
  if (text.split('@').length > 2)
    return bad('email-several', 'There is more than one email address. Enter one.')
  if (text.length > 254) return bad('email-long', 'An email address has at most 254 characters.')
  const read = emailField.safeParse(text)
  return read.success
    ? { value: read.data }
    : bad('email-malformed', 'This isn’t an email address.')
}

/** The sign that parts the cents, where there is one. */
export const decimalMark = (text: string): '.' | ',' | null =>
  (/([.,])\d{1,2}\D*$/.exec(text)?.[1] as '.' | ',' | undefined) ?? null

export function readBalance(typed: string): Read<Cents> {
  const text = typed.replaceAll('\u2212', '-')
  if (text === '')
    return bad('balance-missing', 'The balance is missing. Enter 0 where there is none.')
  if (scientific.test(text))
    return bad(
      'balance-scientific',
      'A spreadsheet has rounded the balance. Export it again with all its digits.',
    )
  if (/^(?:US)?\$?\s*-|-$|^\(.*\)$/.test(text))
    return bad('balance-negative', 'The balance is below zero. Nobody is imported with a debt.')
  const read = readTypedAmount(text)
  if ('cents' in read)
    return read.cents > largestAmount
      ? bad('balance-large', 'The balance is more than $100 billion.')
      : { value: read.cents }
  if (read.fault.includes('two ways')) return bad('balance-two-ways', `${read.fault}.`)
  if (read.fault.includes('decimals'))
    return bad(
      'balance-decimals',
      'The balance has more than two decimals. Round it in its source.',
    )
  return bad('balance-unreadable', 'The balance isn’t a plain amount, such as 1234.50.')
}

export function readCurrency(text: string): Read<'USD'> {
  if (text === '') return bad('currency-missing', 'The currency is missing. Enter USD.')
  return text.toUpperCase() === 'USD'
    ? { value: 'USD' }
    : bad('currency-other', 'Balances are in USD alone. Leave this person out, or convert first.')
}

const countriesByName = new Map(
  countryOptions(null).map(({ value, label }) => [label.toLowerCase(), value]),
)

/** A code or its English name; none may be there. */
export function readCountry(text: string): Read<string | null> {
  if (text === '') return { value: null }
  const code = text.toUpperCase()
  if (/^[A-Z]{2}$/.test(code) && isCountry(code)) return { value: code }
  const named = countriesByName.get(text.toLowerCase())
  return named === undefined
    ? bad('country-unknown', 'No country has this code or name. Enter two letters, such as DE.')
    : { value: named }
}

/** A day, or the day of a moment; none may be there. `today`: no later one. */
export function readJoined(text: string, today: string): Read<string | null> {
  if (text === '') return { value: null }
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)?.[1]
  if (day === undefined)
    return bad('joined-form', 'Write the day as year, month and day: 2026-01-31.')
  const time = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    return bad('joined-none', 'There is no such day.')
  return day > today ? bad('joined-future', 'The day is yet to come.') : { value: day }
}
