/** Payouts to bank accounts as a bank takes them in: a credit transfer initiation of ISO 20022, pain.001.001.09. */
import { inBankLetters } from './bank-letters.ts'
import { csvAmount } from './csv.ts'
import { centsFromDollars, decimalFromCents } from './money.ts'
import { element, mustBeXml, words } from './xml.ts'

/** A request as it is sent over the wire; `amount` in dollars. */
export type Payout = {
  _id: string
  type: string
  amount: number
  bankName: string | null
  bankNumber: string | null
  /** For the recipient; left out where the bank doesn’t take its letters. */
  note?: string | null
}

/** The firm's own account, as its pack says it: what is null there the bank fills in. */
export type Debtor = {
  holder: string | null
  iban: string | null
  bic: string | null
  account: string | null
  routing: string | null
}

/** The firm's own address, in parts. */
export type StructuredAddress = {
  street: string | null
  building: string | null
  postcode: string | null
  town: string
  country: string
}

/** How the firm's bank wants the file. */
export type TransferTerms = {
  /** Whether the bank books all of it as one sum. */
  batchBooking: boolean
  /** The day on which it is to be carried out, like 2026-01-31. */
  executedOn: string
  /** Whether every payment names the recipient's bank. */
  creditorAgent: boolean
  letters: 'latin' | 'any'
  address: StructuredAddress | null
}

/** By which the bank names a payout in its statement: the request's number, in 32 characters of the 35 that there are. */
export const endToEndId = ({ _id }: Pick<Payout, '_id'>): string => _id.replaceAll('-', '')

/** The id of a request or a file that banks know by its 32 letters; null: it is none. */
export function idNamed(text: string): string | null {
  const plain = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(plain)
    ? plain.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : null
}

/** The same of all that stand in what a bank wrote, among other words too. */
export const idsNamedIn = (text: string): string[] => {
  const whole = idNamed(text)
  const parts = whole === null ? [...text.matchAll(/(?<![\da-z])[\da-f]{32}(?![\da-z])/gi)] : []
  return whole === null ? parts.flatMap(([number]) => idNamed(number) ?? []) : [whole]
}

/** As the rule books of SEPA and of Switzerland have it; ISO's own limit is twice that. */
const longestName = 70

/** A name as the bank takes it, or null where it can't be written. */
export const nameForBank = (name: string, letters: TransferTerms['letters']): string | null =>
  letters === 'any' ? name : inBankLetters(name)

function nameOf(name: string, letters: TransferTerms['letters']): string {
  const written = nameForBank(name, letters)
  if (written === null) throw new Error('A name in the file is not in the letters that banks take')
  return words('Nm', written, longestName)
}

const otherId = (id: string) => element('Id', element('Othr', words('Id', id, 34)))
const accountOf = (iban: string | null, number: string | null) =>
  iban === null ? otherId(number ?? 'NOTPROVIDED') : element('Id', words('IBAN', iban, 34))

/** A bank by its BIC, or by its routing number (USABA of the external clearing systems). */
function bankOf(bic: string | null, routing: string | null): string {
  const named =
    bic !== null
      ? words('BICFI', bic, 11)
      : routing !== null
        ? element(
            'ClrSysMmbId',
            element('ClrSysId', element('Cd', 'USABA')),
            words('MmbId', routing, 35),
          )
        : element('Othr', element('Id', 'NOTPROVIDED'))
  return element('FinInstnId', named)
}

const wordsIfAny = (name: string, text: string | null, most: number) =>
  text === null ? '' : words(name, text, most)

function addressOf(address: StructuredAddress, letters: TransferTerms['letters']): string {
  const written = (text: string | null) => text && (nameForBank(text, letters) ?? text)
  return element(
    'PstlAdr',
    wordsIfAny('StrtNm', written(address.street), 70),
    wordsIfAny('BldgNb', written(address.building), 16),
    wordsIfAny('PstCd', written(address.postcode), 16),
    wordsIfAny('TwnNm', written(address.town), 35),
    element('Ctry', address.country),
  )
}

/** The text that the recipient reads: the request's number first, by which the bank's own statement names it. */
function textOf(row: Payout, letters: TransferTerms['letters']): string {
  const note = row.note ? nameForBank(row.note, letters) : null
  return [endToEndId(row), note].filter(Boolean).join(' ')
}

function transferOf(row: Payout, { creditorAgent, letters }: TransferTerms): string {
  const number = row.bankNumber ?? ''
  const [routing, account] = number.split('/') as [string, string?]
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('EndToEndId', endToEndId(row))),
    element('Amt', `<InstdAmt Ccy="USD">${csvAmount(row.amount)}</InstdAmt>`),
    account === undefined && !creditorAgent
      ? ''
      : element('CdtrAgt', bankOf(null, account === undefined ? null : routing)),
    element('Cdtr', nameOf(row.bankName ?? '', letters)),
    element('CdtrAcct', accountOf(account === undefined ? number : null, account ?? null)),
    element('RmtInf', words('Ustrd', textOf(row, letters), 140)),
  )
}

type List = {
  firm: string
  debtor: Debtor | null
  /** 35 characters at most: by it the bank refuses the same list twice. */
  id: string
  /** ISO 8601, in UTC. */
  at: string
  terms: TransferTerms
}

/** Of the rows those that go to a bank account. */
export const transfersIn = <Row extends Payout>(rows: readonly Row[]): Row[] =>
  rows.filter(({ type }) => type === 'bank_account')

/** The list of all of these that go to a bank account, in US dollars. Throws where it couldn't be read. */
export function transfersFile(
  rows: readonly Payout[],
  { firm, debtor, id, at, terms }: List,
): string {
  const due = transfersIn(rows)
  const counted = [
    element('NbOfTxs', String(due.length)),
    element(
      'CtrlSum',
      decimalFromCents(due.reduce((sum, { amount }) => sum + centsFromDollars(amount)!, 0n)),
    ),
  ]
  const { holder = null, iban = null, bic = null, account = null, routing = null } = debtor ?? {}
  const head = element(
    'GrpHdr',
    words('MsgId', id, 35),
    element('CreDtTm', at),
    ...counted,
    element('InitgPty', nameOf(firm, terms.letters)),
  )
  const payments = element(
    'PmtInf',
    words('PmtInfId', id, 35),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', String(terms.batchBooking)),
    ...counted,
    element('ReqdExctnDt', element('Dt', terms.executedOn)),
    element(
      'Dbtr',
      nameOf(holder ?? firm, terms.letters),
      terms.address ? addressOf(terms.address, terms.letters) : '',
    ),
    element('DbtrAcct', accountOf(iban, account), element('Ccy', 'USD')),
    element('DbtrAgt', bankOf(bic, routing)),
    ...due.map((row) => transferOf(row, terms)),
  )
  return mustBeXml(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${element('CstmrCdtTrfInitn', head, payments)}</Document>
`)
}
