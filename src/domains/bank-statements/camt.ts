/**
 * Statements in ISO 20022's camt.053 ("BankToCustomerStatement", of any version since 001.02). Read without a document type and
 * without entities of the file's own, an entry at a time.
 */
import type { Cents } from '../../lib/money.ts'
import { lineOfBank } from '../../lib/text.ts'
import {
  elementAt as at,
  elementsOf as all,
  readXml,
  textAt,
  type XmlElement as Element,
} from '../../lib/xml-tree.ts'
import {
  centsOfBank,
  checkBalances,
  dayFromText,
  maxEntries,
  StatementFault,
  type ForeignEntry,
  type Statement,
  type StatementEntry,
} from './statement.ts'

const deepest = 40
/** What an entry of a bank could need; a file that was made to fill the memory has more. */
const maxParts = 20_000

function signedAmount(element: Element): { currency: string; text: string; cents: Cents | null } {
  const amount = all(element, 'Amt')[0]
  const direction = textAt(element, 'CdtDbtInd')
  if (!amount || amount.currency === null)
    throw new StatementFault('An amount or its currency is missing.', element.line)
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new StatementFault('CdtDbtInd must be CRDT or DBIT.', element.line)
  const cents = centsOfBank(amount.text)
  const signed = cents === null || direction === 'CRDT' ? cents : -cents
  const sign = direction === 'CRDT' ? '' : '-'
  return { currency: amount.currency, text: `${sign}${amount.text.trim()}`, cents: signed }
}

function dollarsOf(element: Element): Cents {
  const { cents } = signedAmount(element)
  if (cents === null)
    throw new StatementFault('The amount isn’t one of dollars and whole cents.', element.line)
  return cents
}

function dayAt(element: Element, name: string): string | null {
  const text = textAt(element, `${name}/Dt`, `${name}/DtTm`)
  if (text === '') return null
  const day = dayFromText(text)
  if (day === null) throw new StatementFault(`“${lineOfBank(text, 40)}” is no date.`, element.line)
  return day
}

const notProvided = new Set(['', 'NOTPROVIDED', 'NONREF'])
const firstGiven = (...texts: string[]): string | null =>
  texts.map((text) => lineOfBank(text, 100)).find((text) => !notProvided.has(text)) ?? null

/** Whom money came from, or went to. */
function otherParty(details: Element | undefined, cameIn: boolean) {
  const [role, account] = cameIn ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const parties = at(details, 'RltdPties')
  return {
    party: lineOfBank(textAt(parties, `${role}/Nm`, `${role}/Pty/Nm`), 140),
    partyAccount: lineOfBank(textAt(parties, `${account}/Id/IBAN`, `${account}/Id/Othr/Id`), 40),
  }
}

/** What was written with it; several lines are read as one. */
const written = (details: Element | undefined): string =>
  all(at(details, 'RmtInf'), 'Ustrd')
    .map(({ text }) => text)
    .join(' ')

/** The payments of one entry where the bank booked several at once and says how much each was; else the entry itself. */
function partsOf(entry: Element, whole: Cents): { amount: Cents; details: Element | undefined }[] {
  const details = all(entry, 'NtryDtls').flatMap((group) => all(group, 'TxDtls'))
  if (details.length < 2) return [{ amount: whole, details: details[0] }]
  const parts = details.map((each) => {
    const amount =
      all(each, 'Amt')[0] ?? at(each, 'AmtDtls/TxAmt/Amt') ?? at(each, 'AmtDtls/InstdAmt/Amt')
    const cents = amount?.currency === 'USD' ? centsOfBank(amount.text) : null
    const direction = textAt(each, 'CdtDbtInd')
    const goesOut = direction === '' ? whole < 0n : direction === 'DBIT'
    return { amount: cents !== null && goesOut ? -cents : cents, details: each }
  })
  const sum = parts.reduce((total, { amount }) => total + (amount ?? 0n), 0n)
  return parts.every(({ amount }) => amount !== null) && sum === whole
    ? (parts as { amount: Cents; details: Element }[])
    : [{ amount: whole, details: undefined }]
}

/** Booked entries alone: what is pending may never come. */
function entriesOf(entry: Element, into: Statement): void {
  const status = textAt(entry, 'Sts/Cd', 'Sts')
  if (status !== 'BOOK') return
  const { currency, text } = signedAmount(entry)
  if (currency !== 'USD') {
    const foreign: ForeignEntry = {
      line: entry.line,
      amount: lineOfBank(text, 30),
      currency: lineOfBank(currency, 10),
      text: lineOfBank(textAt(entry, 'AddtlNtryInf')),
    }
    into.foreign.push(foreign)
    return
  }
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (bookedOn === null)
    throw new StatementFault('An entry has neither a booking nor a value date.', entry.line)
  const parts = partsOf(entry, dollarsOf(entry))
  for (const { amount, details } of parts) {
    const own = firstGiven(
      textAt(details, 'Refs/AcctSvcrRef'),
      parts.length > 1 ? textAt(details, 'Refs/TxId', 'Refs/EndToEndId') : '',
    )
    const ofEntry = firstGiven(
      textAt(entry, 'AcctSvcrRef'),
      textAt(entry, 'NtryRef'),
      textAt(details, 'Refs/TxId'),
      textAt(details, 'Refs/EndToEndId'),
    )
    const line: StatementEntry = {
      line: details?.line ?? entry.line,
      amount,
      bookedOn,
      valueOn: dayAt(entry, 'ValDt') ?? bookedOn,
      // A reference of the whole entry would stand for each of its parts.
      reference: own ?? (parts.length > 1 ? null : ofEntry),
      text: lineOfBank(
        written(details) || textAt(details, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf'),
      ),
      ...otherParty(details, amount > 0n),
    }
    into.entries.push(line)
  }
  if (into.entries.length + into.foreign.length > maxEntries)
    throw new StatementFault(
      'The statement has more than 100,000 entries. Ask for shorter periods.',
    )
}

/** OPBD is the day's opening; PRCD, the closing of the day before, is the same where there is none. */
function balanceOf(balances: Element[], ...codes: string[]): Cents | null {
  for (const code of codes) {
    const balance = balances.find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code)
    if (balance === undefined) continue
    const { currency } = signedAmount(balance)
    if (currency === 'USD') return dollarsOf(balance)
  }
  return null
}

function daysOf(head: Element, balances: Element[], { entries }: Statement): [string, string] {
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
  const balanceDay = (code: string) => {
    const balance = balances.find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code)
    return balance && dayAt(balance, 'Dt')
  }
  const from = dayFromText(textAt(head, 'FrToDt/FrDtTm')) ?? balanceDay('OPBD') ?? days[0]
  const to = dayFromText(textAt(head, 'FrToDt/ToDtTm')) ?? balanceDay('CLBD') ?? days.at(-1)
  if (!from || !to)
    throw new StatementFault('A statement doesn’t say from when to when it is.', head.line)
  return [from, to]
}

function finish(head: Element, statement: Statement): Statement {
  const balances = all(head, 'Bal')
  const [from, to] = daysOf(head, balances, statement)
  const whole: Statement = {
    ...statement,
    account: lineOfBank(textAt(head, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'), 40) || null,
    from,
    to,
    opening: balanceOf(balances, 'OPBD', 'PRCD'),
    closing: balanceOf(balances, 'CLBD'),
  }
  try {
    checkBalances(whole)
  } catch (error) {
    throw new StatementFault((error as Error).message, head.line)
  }
  return whole
}

const nothingYet = (): Statement => ({
  account: null,
  from: '',
  to: '',
  opening: null,
  closing: null,
  entries: [],
  foreign: [],
})

/** Keeps what is open, and hands on each entry and each statement when it ends: the rest of the file is never held. */
class Reader {
  readonly statements: Statement[] = []
  readonly #open: Element[] = []
  #current: Statement | null = null
  #parts = 0

  opened(element: Element): void {
    const { name, line } = element
    if (this.#open.length >= deepest)
      throw new StatementFault('The file is nested too deeply.', line)
    if (name === 'Stmt' && this.#current === null) this.#current = nothingYet()
    this.#parts = name === 'Ntry' || name === 'Stmt' ? 0 : this.#parts + 1
    if (this.#parts > maxParts) throw new StatementFault('An entry has too many parts.', line)
    this.#open.push(element)
  }

  text(text: string): void {
    const element = this.#open.at(-1)
    if (element && this.#current) element.text += text
  }

  closed(): void {
    const element = this.#open.pop()!
    const parent = this.#open.at(-1)
    if (this.#current === null) return
    if (element.name === 'Ntry' && parent?.name === 'Stmt') entriesOf(element, this.#current)
    else if (element.name === 'Stmt') {
      this.statements.push(finish(element, this.#current))
      this.#current = null
    } else parent?.children.push(element)
  }
}

/** Every statement of a file. Throws `StatementFault` where it is no such file, or isn't whole. */
export function readCamt(text: string): Statement[] {
  const reader = new Reader()
  readXml(text, {
    fault: (message) => new StatementFault(message),
    opened: (element) => reader.opened(element),
    text: (part) => reader.text(part),
    closed: () => reader.closed(),
  })
  if (reader.statements.length === 0)
    throw new StatementFault('The file holds no statement: it must be ISO 20022 camt.053.')
  return reader.statements
}
