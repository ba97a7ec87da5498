/**
 * Statements in ISO 20022's camt.053 ("BankToCustomerStatement", of any version since 001.02). Read an entry at a time, and of
 * an entry a payment at a time.
 */
import { dayMs, isoFromInstant } from '../../lib/instant.ts'
import { returnReason } from '../../lib/return-reasons.ts'
import type { Cents } from '../../lib/money.ts'
import { lineOfBank } from '../../lib/text.ts'
import {
  elementAt as at,
  elementsAt as every,
  elementsOf as all,
  readPieces,
  textAt,
  type Piece,
  type XmlElement as Element,
} from '../../lib/xml-tree.ts'
import { firstOf, givenReference, partOf, referenceOf, withPart } from './named-by.ts'
import {
  centsOfBank,
  checkBalances,
  dayFromText,
  maxEntries,
  nothingRead,
  oneLineOf,
  StatementFault,
  tooManyEntries,
  type EntryReference,
  type EntryText,
  type ForeignEntry,
  type ReferenceKind,
  type Statement,
  type StatementEntry,
  type TextKind,
} from './statement.ts'

/** So many elements an entry could need without its payments, and so many a payment. */
const most = { entry: 20_000, payment: 2_000 }

/** As ISO 20022 has it beside an amount. */
const currencyOf = (amount: Element | undefined): string | undefined => amount?.attributes.Ccy

type Amount = { currency: string; text: string; cents: Cents | null }

function amountOf(element: Element, amount: Element | undefined): Amount {
  const direction = textAt(element, 'CdtDbtInd')
  const currency = currencyOf(amount)
  if (!amount || currency === undefined)
    throw new StatementFault('An amount or its currency is missing.', element.line)
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new StatementFault('CdtDbtInd must be CRDT or DBIT.', element.line)
  const cents = centsOfBank(amount.text)
  const signed = cents === null || direction === 'CRDT' ? cents : -cents
  const sign = direction === 'CRDT' ? '' : '-'
  return { currency, text: `${sign}${amount.text.trim()}`, cents: signed }
}

const signedAmount = (element: Element): Amount => amountOf(element, all(element, 'Amt')[0])

function dollarsOf(element: Element): Cents {
  const { cents, text } = signedAmount(element)
  if (cents === null)
    throw new StatementFault(
      `“${lineOfBank(text, 40)}” isn’t an amount of dollars and whole cents.`,
      element.line,
    )
  return cents
}

function dayAt(element: Element, name: string): string | null {
  const text = textAt(element, `${name}/Dt`, `${name}/DtTm`)
  if (text === '') return null
  const day = dayFromText(text)
  if (day === null) throw new StatementFault(`“${lineOfBank(text, 40)}” is no date.`, element.line)
  return day
}

const referencesIn = (
  element: Element | undefined,
  places: readonly [ReferenceKind, string][],
): EntryReference[] =>
  places.flatMap(([kind, path]) =>
    every(element, path).flatMap(({ text }) => {
      const value = givenReference(lineOfBank(text, 100))
      return value === null ? [] : [{ kind, value }]
    }),
  )

/** So long is a text at most: a longer one goes on in the next element, in the middle of a word. */
const longestText = 140

const joined = (parts: readonly string[]): string =>
  parts.reduce((all, part, at) => {
    const isCut = at > 0 && parts[at - 1]!.length === longestText
    return `${all}${isCut ? '' : ' '}${part}`
  }, '')

const textsIn = (
  element: Element | undefined,
  places: readonly [TextKind, string][],
): EntryText[] =>
  places.flatMap(([kind, path]) => {
    const value = lineOfBank(joined(every(element, path).map(({ text }) => text)))
    return value === '' ? [] : [{ kind, value }]
  })

const namesOfPayment: [ReferenceKind, string][] = [
  ['AcctSvcrRef', 'Refs/AcctSvcrRef'],
  ['TxId', 'Refs/TxId'],
  ['UETR', 'Refs/UETR'],
  ['ClrSysRef', 'Refs/ClrSysRef'],
  ['EndToEndId', 'Refs/EndToEndId'],
  ['InstrId', 'Refs/InstrId'],
  ['PmtInfId', 'Refs/PmtInfId'],
  ['MndtId', 'Refs/MndtId'],
  ['CdtrRefInf', 'RmtInf/Strd/CdtrRefInf/Ref'],
]
const namesOfEntry: [ReferenceKind, string][] = [
  ['AcctSvcrRef', 'AcctSvcrRef'],
  ['NtryRef', 'NtryRef'],
  ['PmtInfId', 'NtryDtls/Btch/PmtInfId'],
]
const wordsOfPayment: [TextKind, string][] = [
  ['Ustrd', 'RmtInf/Ustrd'],
  ['CdtrRefInf', 'RmtInf/Strd/CdtrRefInf/Ref'],
  ['AddtlRmtInf', 'RmtInf/Strd/AddtlRmtInf'],
  ['AddtlTxInf', 'AddtlTxInf'],
]

/** Whom money came from, or went to: since version 8 a party stands in an element of its own. */
const partyPaths = (role: string) => [`${role}/Nm`, `${role}/Pty/Nm`]

/** One of the payments of an entry. */
type Payment = {
  line: number
  /** As it stands there, without a direction; null: it doesn't say, or in another currency. */
  cents: Cents | null
  /** That is what was to be sent: on the way somebody may have kept charges. */
  isInstructed: boolean
  charges: Cents
  /** `CRDT` or `DBIT`; empty where the entry says it for all. */
  direction: string
  references: EntryReference[]
  texts: EntryText[]
  parties: Element | undefined
}

/** What was sent in another currency, and at which rate. */
function exchangeOf(payment: Element): EntryText[] {
  const sent = at(payment, 'AmtDtls/InstdAmt/Amt')
  const currency = currencyOf(sent)
  if (!sent || !currency || currency === 'USD') return []
  const rate = textAt(
    payment,
    'AmtDtls/TxAmt/CcyXchg/XchgRate',
    'AmtDtls/InstdAmt/CcyXchg/XchgRate',
    'AmtDtls/CntrValAmt/CcyXchg/XchgRate',
  )
  const said = `${currency} ${sent.text.trim()}${rate === '' ? '' : ` at ${rate}`}`
  return [{ kind: 'AddtlTxInf', value: lineOfBank(said, 100) }]
}

/** Why it comes back, where it does: in words, with what the bank adds to them. */
function returnOf(payment: Element): EntryText[] {
  const code = textAt(payment, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry')
  const added = every(payment, 'RtrInf/AddtlInf').map(({ text }) => text)
  const said = [code === '' ? '' : returnReason(code), ...added].filter((one) => one.trim() !== '')
  const value = lineOfBank(said.join(': '), 300)
  return value === '' ? [] : [{ kind: 'RtrInf', value }]
}

const dollarsIn = (amount: Element | undefined): Cents | null =>
  amount && currencyOf(amount) === 'USD' ? centsOfBank(amount.text) : null

/** What the bank says that it kept. */
const chargesOf = (payment: Element): Cents =>
  dollarsIn(at(payment, 'Chrgs/TtlChrgsAndTaxAmt')) ??
  every(payment, 'Chrgs/Rcrd/Amt').reduce((sum, each) => sum + (dollarsIn(each) ?? 0n), 0n)

function paymentOf(element: Element): Payment {
  const booked = all(element, 'Amt')[0] ?? at(element, 'AmtDtls/TxAmt/Amt')
  return {
    line: element.line,
    cents: dollarsIn(booked ?? at(element, 'AmtDtls/InstdAmt/Amt')),
    isInstructed: booked === undefined,
    charges: chargesOf(element),
    direction: textAt(element, 'CdtDbtInd'),
    references: referencesIn(element, namesOfPayment),
    texts: [...textsIn(element, wordsOfPayment), ...returnOf(element), ...exchangeOf(element)],
    parties: at(element, 'RltdPties'),
  }
}

function otherParty(parties: Element | undefined, cameIn: boolean) {
  const [role, account] = cameIn ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const named = (kind: TextKind, of: string): EntryText[] => {
    const value = lineOfBank(textAt(parties, ...partyPaths(of)), 140)
    return value === '' ? [] : [{ kind, value }]
  }
  const [party] = named('party', role)
  return {
    party: party?.value ?? '',
    partyAccount: lineOfBank(textAt(parties, `${account}/Id/IBAN`, `${account}/Id/Othr/Id`), 40),
    texts: [...named('party', role), ...named('ultimate-party', `Ultmt${role}`)],
  }
}

type Part = { amount: Cents; payment: Payment | null }

/** Whether one payment is all of an entry, less what the bank kept of it. */
function isAllOf({ cents, isInstructed, charges }: Payment, whole: Cents): boolean {
  const booked = whole < 0n ? -whole : whole
  return cents === null || isInstructed || [0n, charges, -charges].includes(cents - booked)
}

/** The payments of an entry where the bank says how much each of them was; the entry as a whole where one payment is all of it; else null. */
function partsOf(entry: Element, payments: readonly Payment[], whole: Cents): Part[] | null {
  const [only] = payments
  const said = every(entry, 'NtryDtls/Btch/NbOfTxs').reduce(
    (sum, { text }) => sum + (Number(text) || 0),
    0,
  )
  if (payments.length < 2) {
    const isOne = said <= 1 && (only === undefined || isAllOf(only, whole))
    return isOne ? [{ amount: whole, payment: only ?? null }] : null
  }
  const parts = payments.flatMap((payment): Part[] => {
    const { cents, direction } = payment
    const goesOut = direction === '' ? whole < 0n : direction === 'DBIT'
    return cents === null ? [] : [{ amount: goesOut ? -cents : cents, payment }]
  })
  const sum = parts.reduce((total, { amount }) => total + amount, 0n)
  return parts.length === payments.length && sum === whole ? parts : null
}

type Shared = Pick<StatementEntry, 'bookedOn' | 'valueOn'> & {
  line: number
  references: EntryReference[]
  info: EntryText[]
}

const beyond = (texts: readonly EntryText[]) => lineOfBank(oneLineOf(texts), 1000)

/** One of several payments in an entry; `place` from 1; `isAlone`: whether a reference is of one of them only. */
function partEntry(
  shared: Shared,
  { amount, payment }: Part,
  place: number,
  isAlone: (reference: string) => boolean,
): StatementEntry {
  const { line, references: own, texts, parties } = payment!
  const { texts: names, ...other } = otherParty(parties, amount > 0n)
  const references = [...own, ...shared.references]
  const ofBank = firstOf(references, ['AcctSvcrRef'])
  const entry = { amount, bookedOn: shared.bookedOn, party: other.party, references }
  return {
    ...{ ...entry, ...other, line, valueOn: shared.valueOn },
    reference:
      ofBank === null || isAlone(ofBank)
        ? referenceOf(entry)
        : withPart(ofBank, partOf(own, place)),
    texts: [...texts, ...names],
    text: oneLineOf(texts),
    beside: beyond(shared.info),
  }
}

/** Of which the bank gives a reference to one payment alone. */
function aloneAmong(payments: readonly Payment[]): (reference: string) => boolean {
  const own = Map.groupBy(payments, ({ references }) => firstOf(references, ['AcctSvcrRef']))
  return (reference) => own.get(reference)?.length === 1
}

/** An entry that is one payment, or that the bank divided in no way that adds up: then what its payments say stands beside it. */
function wholeEntry(shared: Shared, amount: Cents, payments: readonly Payment[], isOne: boolean) {
  const [payment] = isOne ? payments : []
  const { texts: names, ...other } = otherParty(payment?.parties, amount > 0n)
  const texts = isOne ? [...(payment?.texts ?? []), ...shared.info] : shared.info
  const references = [...(payment?.references ?? []), ...shared.references]
  const entry = { amount, bookedOn: shared.bookedOn, party: other.party, references }
  const others = isOne
    ? []
    : payments.flatMap((each) => [...each.texts, ...otherParty(each.parties, amount > 0n).texts])
  return {
    ...{ ...entry, ...other, line: payment?.line ?? shared.line, valueOn: shared.valueOn },
    reference: referenceOf(entry),
    texts: isOne ? [...texts, ...names] : [],
    text: oneLineOf(texts),
    beside: beyond(others),
  }
}

/** Booked entries alone: what is pending may never come. */
function readEntry(entry: Element, payments: readonly Payment[], into: Statement): void {
  if (textAt(entry, 'Sts/Cd', 'Sts') !== 'BOOK') {
    into.unbooked += 1
    return
  }
  const { currency, text } = signedAmount(entry)
  const info = textsIn(entry, [['AddtlNtryInf', 'AddtlNtryInf']])
  if (currency !== 'USD') {
    const foreign: ForeignEntry = {
      line: entry.line,
      amount: lineOfBank(text, 30),
      currency: lineOfBank(currency, 10),
      text: oneLineOf(info),
    }
    into.foreign.push(foreign)
    return
  }
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (bookedOn === null)
    throw new StatementFault('An entry has neither a booking nor a value date.', entry.line)
  const valueOn = dayAt(entry, 'ValDt') ?? bookedOn
  const references = referencesIn(entry, namesOfEntry)
  const shared: Shared = { line: entry.line, bookedOn, valueOn, references, info }
  const amount = dollarsOf(entry)
  const parts = partsOf(entry, payments, amount)
  if (parts !== null && parts.length > 1) {
    const isAlone = aloneAmong(payments)
    for (const [at, part] of parts.entries())
      into.entries.push(partEntry(shared, part, at + 1, isAlone))
  } else into.entries.push(wholeEntry(shared, amount, payments, parts !== null))
}

type Balances = { element: Element; code: string }[]

const balancesOf = (head: Element): Balances =>
  all(head, 'Bal').map((element) => ({
    element,
    code: textAt(element, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry'),
  }))

const isDollars = ({ element }: Balances[number]) => signedAmount(element).currency === 'USD'

/**
 * OPBD opens the day; PRCD, the closing of the day before, is the same. On pages of one statement ITBD stands at the end of one
 * and the beginning of the next: beside an opening it closes, beside a closing it opens, and two of them do both, in their order.
 */
function endsOf(balances: Balances) {
  const named = (...codes: string[]) =>
    codes.flatMap((code) => balances.find((one) => one.code === code && isDollars(one)) ?? [])[0]
  const between = balances.filter((one) => one.code === 'ITBD' && isDollars(one))
  const [opening, closing] = [named('OPBD', 'PRCD'), named('CLBD')]
  const isMiddle = opening === undefined && closing === undefined
  return {
    opening: opening ?? (closing || between.length > 1 ? between[0] : undefined),
    closing: closing ?? (opening || isMiddle ? between.at(-1) : undefined),
  }
}

const dayAfter = (day: string, days: number): string =>
  isoFromInstant(Date.parse(`${day}T00:00:00Z`) + days * dayMs).slice(0, 10)

/** The midnight at the end of a day is of that day. */
function lastDay(text: string, from: string | null): string | null {
  const day = dayFromText(text)
  const isMidnight = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/.test(text.trim())
  return day !== null && isMidnight && from !== null && day > from ? dayAfter(day, -1) : day
}

function daysOf(head: Element, ends: ReturnType<typeof endsOf>, { entries }: Statement) {
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
  const dayOf = (end: Balances[number] | undefined) => end && dayAt(end.element, 'Dt')
  const opened = dayOf(ends.opening)
  const isOfDayBefore = ends.opening?.code === 'PRCD'
  const from =
    dayFromText(textAt(head, 'FrToDt/FrDtTm', 'FrToDt/FrDt')) ??
    (opened && isOfDayBefore ? dayAfter(opened, 1) : opened) ??
    days[0]
  const to =
    lastDay(textAt(head, 'FrToDt/ToDtTm', 'FrToDt/ToDt'), from ?? null) ??
    dayOf(ends.closing) ??
    days.at(-1)
  if (!from || !to)
    throw new StatementFault('A statement doesn’t say from when to when it is.', head.line)
  return { from, to: to < from ? from : to }
}

/** In which other currency all of a statement is, or null. */
function otherCurrency(head: Element, balances: Balances, statement: Statement): string | null {
  const own = textAt(head, 'Acct/Ccy')
  if (own !== '') return own === 'USD' ? null : own
  const said = balances.map(({ element }) => signedAmount(element).currency)
  const currencies = said.length > 0 ? said : statement.foreign.map(({ currency }) => currency)
  return statement.entries.length > 0 || currencies.includes('USD') ? null : (currencies[0] ?? null)
}

function finish(head: Element, statement: Statement): Statement {
  const balances = balancesOf(head)
  const account = lineOfBank(textAt(head, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'), 40) || null
  const other = otherCurrency(head, balances, statement)
  if (other !== null) return { ...statement, account, currency: lineOfBank(other, 10) }
  const ends = endsOf(balances)
  const centsIn = (end: Balances[number] | undefined) => (end ? dollarsOf(end.element) : null)
  const whole: Statement = {
    ...statement,
    ...daysOf(head, ends, statement),
    account,
    page: [
      Number(textAt(head, 'ElctrncSeqNb', 'LglSeqNb')) || 0,
      Number(textAt(head, 'StmtPgntn/PgNb')) || 0,
    ],
    opening: centsIn(ends.opening),
    closing: centsIn(ends.closing),
  }
  try {
    checkBalances(whole)
  } catch (error) {
    throw new StatementFault((error as Error).message, head.line)
  }
  return whole
}

const others: Record<string, string> = {
  BkToCstmrAcctRpt: 'This is a report of the day (camt.052), which may still change. ',
  BkToCstmrDbtCdtNtfctn: 'This is a notification (camt.054), which has no balances. ',
}

/** Every statement of a file; of one in another currency only which. Throws `StatementFault` where it is no such file, or isn't whole. */
export function readCamt(text: string): Statement[] {
  const statements: Statement[] = []
  let current = nothingRead()
  let payments: Payment[] = []
  let instead = ''
  const notStatement = (name: string): Piece => ({
    most: Number.POSITIVE_INFINITY,
    take: () => {
      instead = others[name]!
    },
  })
  const pieces: Record<string, Piece> = {
    TxDtls: { most: most.payment, take: (element) => void payments.push(paymentOf(element)) },
    Ntry: {
      most: most.entry,
      take(element) {
        readEntry(element, payments, current)
        payments = []
        if (current.entries.length + current.foreign.length > maxEntries)
          throw new StatementFault(tooManyEntries)
      },
    },
    Stmt: {
      most: most.entry,
      take(element) {
        statements.push(finish(element, current))
        current = nothingRead()
      },
    },
    ...Object.fromEntries(Object.keys(others).map((name) => [name, notStatement(name)])),
  }
  readPieces(text, {
    pieceOf: (name) => (Object.hasOwn(pieces, name) ? pieces[name] : undefined),
    fault: (message, line) => new StatementFault(message, line),
  })
  if (statements.length === 0)
    throw new StatementFault(
      `${instead}The file holds no statement: it must be ISO 20022 camt.053.`,
    )
  return statements
}
