/**
 * Amounts as people type them, in the manner of any country, read exactly or refused. A separator that can mean two
 * things is never guessed: `1,234` is a thousand to some and one and a bit to others.
 */
import { centsFromText, decimalFromCents, type Cents } from './money.ts'

/** What a text means in cents, or the sentence that says why it can't be read. */
export type TypedAmount = { cents: Cents } | { fault: string }

const noAmount: TypedAmount = { fault: 'Please enter a valid amount' }

/** Digits of other scripts that keyboards of phones write, each run in the order of its values. */
const zerosOfScripts = [0x660, 0x6f0, 0x966, 0xff10]

/** Digits, points and commas alone: what keyboards and number formats write otherwise becomes what it means. */
function plainly(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - zerosOfScripts.findLast((zero) => zero <= code)!)
    })
    .replaceAll(/[\u066b\uff0c]/g, ',')
    .replaceAll('\uff0e', '.')
    .trim()
    .replace(/^(?:US)?\$\s*|\s*(?:US\$|\$|USD)$/iu, '')
}

/** Groups of three that nothing else uses: blanks of any width, apostrophes, and the Arabic separator. */
const grouped = /^(\d{1,3})(?:([\s'\u2019\u066c])\d{3})(?:\2\d{3})*(?=$|[.,])/

const ungrouped = (text: string): string => {
  const whole = grouped.exec(text)?.[0]
  return whole === undefined ? text : whole.replaceAll(/[^\d]/g, '') + text.slice(whole.length)
}

function amountOf(whole: string, fraction: string): TypedAmount {
  if (fraction.length > 2) return { fault: 'Dollars have two decimals at most' }
  // Up to 30 digits, so that a number beyond all amounts can still be compared with a limit.
  if (!/^\d{0,30}$/.test(whole) || whole + fraction === '') return noAmount
  return { cents: BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0')) }
}

const groupsOf = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ }

/** One kind of separator: twice it makes groups, once it is the decimal one unless three digits follow. */
function readOneKind(text: string, separator: '.' | ','): TypedAmount {
  const parts = text.split(separator)
  if (parts.length > 2)
    return groupsOf[separator].test(text) ? amountOf(parts.join(''), '') : noAmount
  const [whole = '', fraction = ''] = parts
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return {
      fault: `“${text}” can be read in two ways. Write ${whole}${fraction}.00 or ${whole}.${fraction.slice(0, 2)}`,
    }
  return amountOf(whole, fraction)
}

/** Both kinds: the last one is the decimal separator, and the other one makes groups of three. */
function readBothKinds(text: string): TypedAmount {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const group = text[at] === '.' ? ',' : '.'
  const whole = text.slice(0, at)
  return groupsOf[group].test(whole)
    ? amountOf(whole.replaceAll(group, ''), text.slice(at + 1))
    : noAmount
}

/** `"12,50"`, `"1.234,50"`, `"$1 234.5"` to cents. Signs, exponents and words are none. */
export function readTypedAmount(typed: string): TypedAmount {
  const text = ungrouped(plainly(typed))
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return noAmount
  const [points, commas] = [text.includes('.'), text.includes(',')]
  if (points && commas) return readBothKinds(text)
  return readOneKind(text, commas ? ',' : '.')
}

/** An amount in a search, whose figures are shown in the manner of the US: `1,000` is a thousand there. Null: it is none. */
export function searchedCents(typed: string): Cents | null {
  const text = typed.trim().replace(/^\$/, '')
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(text)) return centsFromText(text.replaceAll(',', ''))
  const read = readTypedAmount(typed)
  return 'cents' in read ? centsFromText(decimalFromCents(read.cents)) : null
}
