import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { endToEndId, transfersFile, transfersIn, type Debtor, type Payout } from './transfers.ts'

const row = (number: number, amount: number, bankName: string, bankNumber: string) =>
  ({
    _id: `00000000-0000-7000-8000-00000000000${number}`,
    type: bankNumber === 'a wallet' ? 'bank_transfer' : 'bank_account',
    amount,
    bankName,
    bankNumber,
  }) satisfies Payout
const due = [
  row(1, 1_000.5, 'Ada <Lovelace> & "Sons"', 'DE89370400440532013000'),
  row(2, 20, 'Cold', 'a wallet'),
  row(3, 0.1, 'Grace Hopper', '021000021/123456789'),
]
const firmsOwn: Debtor = {
  holder: 'The Firm Ltd, clients',
  iban: 'GB29NWBK60161331926819',
  bic: 'NWBKGB2L',
  account: null,
  routing: null,
}
const list = {
  firm: 'The Firm',
  debtor: firmsOwn,
  id: 'x'.repeat(40),
  at: '2026-03-04T05:06:07.008Z',
}

/** Every text by where it stands, in order; throws where it isn't well-formed. */
function textsOf(file: string): [path: string, text: string][] {
  const path: string[] = []
  const texts: [string, string][] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => void path.push(name))
  parser.on('closetag', () => void path.pop())
  parser.on('text', (text) => text.trim() && texts.push([path.slice(2).join('/'), text]))
  parser.write(file).close()
  return texts
}
const at = (file: string, path: string) =>
  textsOf(file).flatMap(([where, text]) => (where.endsWith(path) ? [text] : []))

test('payouts to bank accounts are listed as pain.001 has them, each by its request’s number', () => {
  const file = transfersFile(due, list)
  expect(transfersIn(due)).toEqual([due[0], due[2]])
  expect(textsOf(file)).toEqual([
    ['GrpHdr/MsgId', 'x'.repeat(35)],
    ['GrpHdr/CreDtTm', list.at],
    ['GrpHdr/NbOfTxs', '2'],
    ['GrpHdr/CtrlSum', '1000.60'],
    ['GrpHdr/InitgPty/Nm', 'The Firm'],
    ['PmtInf/PmtInfId', 'x'.repeat(35)],
    ['PmtInf/PmtMtd', 'TRF'],
    ['PmtInf/NbOfTxs', '2'],
    ['PmtInf/CtrlSum', '1000.60'],
    ['PmtInf/ReqdExctnDt/Dt', '2026-03-04'],
    ['PmtInf/Dbtr/Nm', 'The Firm Ltd, clients'],
    ['PmtInf/DbtrAcct/Id/IBAN', 'GB29NWBK60161331926819'],
    ['PmtInf/DbtrAcct/Ccy', 'USD'],
    ['PmtInf/DbtrAgt/FinInstnId/BICFI', 'NWBKGB2L'],
    ['PmtInf/CdtTrfTxInf/PmtId/EndToEndId', '00000000000070008000000000000001'],
    ['PmtInf/CdtTrfTxInf/Amt/InstdAmt', '1000.50'],
    ['PmtInf/CdtTrfTxInf/Cdtr/Nm', 'Ada <Lovelace> & "Sons"'],
    ['PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN', 'DE89370400440532013000'],
    ['PmtInf/CdtTrfTxInf/RmtInf/Ustrd', '00000000000070008000000000000001'],
    ['PmtInf/CdtTrfTxInf/PmtId/EndToEndId', '00000000000070008000000000000003'],
    ['PmtInf/CdtTrfTxInf/Amt/InstdAmt', '0.10'],
    ['PmtInf/CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd', 'USABA'],
    ['PmtInf/CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId', '021000021'],
    ['PmtInf/CdtTrfTxInf/Cdtr/Nm', 'Grace Hopper'],
    ['PmtInf/CdtTrfTxInf/CdtrAcct/Id/Othr/Id', '123456789'],
    ['PmtInf/CdtTrfTxInf/RmtInf/Ustrd', '00000000000070008000000000000003'],
  ])
  expect(file).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">')
  expect(file.match(/Ccy="USD"/g)).toHaveLength(2)
})

test('the firm’s bank goes by its routing number where it has one, and by nothing where the firm says none', () => {
  const american = { ...firmsOwn, iban: null, bic: null, account: '42', routing: '021000021' }
  const file = transfersFile(due, { ...list, debtor: american })
  expect(at(file, 'DbtrAcct/Id/Othr/Id')).toEqual(['42'])
  expect(at(file, 'DbtrAgt/FinInstnId/ClrSysMmbId/MmbId')).toEqual(['021000021'])
  const without = transfersFile(due, { ...list, debtor: null })
  expect(at(without, 'PmtInf/Dbtr/Nm')).toEqual(['The Firm'])
  expect(at(without, 'DbtrAcct/Id/Othr/Id')).toEqual(['NOTPROVIDED'])
})

test('a request’s number takes 32 of the 35 characters that a bank allows', () => {
  expect(endToEndId(due[0]!)).toHaveLength(32)
})

test('J16: a name with characters that XML forbids breaks nobody’s file', () => {
  const odd = row(4, 5, 'Eve \uffff\u0001\ud800', 'DE89370400440532013000')
  const file = transfersFile([due[0]!, odd], { ...list, firm: 'The \ufffe Firm' })
  expect(at(file, 'Cdtr/Nm')).toEqual(['Ada <Lovelace> & "Sons"', 'Eve ???'])
  expect(at(file, 'InitgPty/Nm')).toEqual(['The ? Firm'])
})
