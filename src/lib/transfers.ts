/** Payouts to bank accounts as a bank takes them in: a credit transfer initiation of ISO 20022, pain.001.001.09. */
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
}

/** The firm's own account, as its pack says it: what is null there the bank fills in. */
export type Debtor = {
  holder: string | null
  iban: string | null
  bic: string | null
  account: string | null
  routing: string | null
}

/** By which the bank names a payout in its statement: the request's number, in 32 characters of the 35 that there are. */
export const endToEndId = ({ _id }: Pick<Payout, '_id'>): string => _id.replaceAll('-', '')

const longestName = 140

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

function transferOf(row: Payout): string {
  const number = row.bankNumber ?? ''
  const [routing, account] = number.split('/') as [string, string?]
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('EndToEndId', endToEndId(row))),
    element('Amt', `<InstdAmt Ccy="USD">${csvAmount(row.amount)}</InstdAmt>`),
    account === undefined ? '' : element('CdtrAgt', bankOf(null, routing)),
    element('Cdtr', words('Nm', row.bankName ?? '', longestName)),
    element('CdtrAcct', accountOf(account === undefined ? number : null, account ?? null)),
    element('RmtInf', element('Ustrd', endToEndId(row))),
  )
}

type List = {
  firm: string
  debtor: Debtor | null
  /** 35 characters at most: by it the bank refuses the same list twice. */
  id: string
  /** ISO 8601, in UTC. */
  at: string
}

/** Of the rows those that go to a bank account. */
export const transfersIn = <Row extends Payout>(rows: readonly Row[]): Row[] =>
  rows.filter(({ type }) => type === 'bank_account')

/** The list of all of these that go to a bank account, in US dollars, to be carried out on the day it is made. Throws where it couldn't be read. */
export function transfersFile(rows: readonly Payout[], { firm, debtor, id, at }: List): string {
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
    element('InitgPty', words('Nm', firm, longestName)),
  )
  const payments = element(
    'PmtInf',
    words('PmtInfId', id, 35),
    element('PmtMtd', 'TRF'),
    ...counted,
    element('ReqdExctnDt', element('Dt', at.slice(0, 10))),
    element('Dbtr', words('Nm', holder ?? firm, longestName)),
    element('DbtrAcct', accountOf(iban, account), element('Ccy', 'USD')),
    element('DbtrAgt', bankOf(bic, routing)),
    ...due.map(transferOf),
  )
  return mustBeXml(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${element('CstmrCdtTrfInitn', head, payments)}</Document>
`)
}
