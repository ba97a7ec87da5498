import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { faultsOfPain001 } from '../../tests/support/pain001.ts'
import {
  endToEndId,
  idNamed,
  nameForBank,
  transfersFile,
  transfersIn,
  type Debtor,
  type Payout,
  type TransferTerms,
} from './transfers.ts'

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
const address = {
  street: 'Bahnhofstraße',
  building: '1a',
  postcode: '8001',
  town: 'Zürich',
  country: 'CH',
}
const anyLetters: TransferTerms = {
  batchBooking: false,
  executedOn: '2026-03-05',
  creditorAgent: false,
  letters: 'any',
  address: null,
}
const list = {
  firm: 'The Firm',
  debtor: firmsOwn,
  id: 'x'.repeat(40),
  at: '2026-03-04T05:06:07.008Z',
  terms: anyLetters,
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
    ['PmtInf/BtchBookg', 'false'],
    ['PmtInf/NbOfTxs', '2'],
    ['PmtInf/CtrlSum', '1000.60'],
    ['PmtInf/ReqdExctnDt/Dt', '2026-03-05'],
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

test('a note stands behind the number, and is left out where the bank doesn’t take its letters', () => {
  const noted = (note: string, letters: 'latin' | 'any' = 'latin') =>
    at(
      transfersFile([{ ...due[0]!, bankName: 'Ada', note }], {
        ...list,
        terms: { ...list.terms, letters },
      }),
      'RmtInf/Ustrd',
    )
  const number = '00000000000070008000000000000001'
  expect(noted('Loyer de mai à Zoë')).toEqual([`${number} Loyer de mai a Zoe`])
  expect(noted('Аренда')).toEqual([number])
  expect(noted('Аренда', 'any')).toEqual([`${number} Аренда`])
  // With the longest note that there is, it fits in what banks take.
  expect(noted('x'.repeat(100))[0]!.length).toBeLessThanOrEqual(140)
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

const oddNames = [
  'Ada Lovelace',
  'Ada & Sons',
  "Siobhán O'Brien",
  'Łukasz Żółć-Groß',
  'Nguyễn Thị Ánh',
  'a'.repeat(70),
  'W'.repeat(140),
  'Ada <Lovelace> "Sons"',
  'Анна Ли',
  '\u{1f600} Ada',
]
const american: Debtor = { ...firmsOwn, iban: null, bic: null, account: '42', routing: '021000021' }

describe.each([
  ['as is usual', anyLetters],
  ['as one sum, with addresses', { ...anyLetters, batchBooking: true, address }],
  ['with a town alone', { ...anyLetters, address: { ...nowhere(), town: 'Wien', country: 'AT' } }],
  ['with the recipients’ banks', { ...anyLetters, creditorAgent: true }],
] satisfies [string, TransferTerms][])('a file %s', (_, usual) => {
  test.each(['latin', 'any'] as const)(
    'is one by ISO and by the guides, in %s letters',
    (letters) => {
      const terms = { ...usual, letters }
      const taken = oddNames.filter((name) => nameForBank(name, letters) !== null)
      expect(taken).toHaveLength(letters === 'any' ? 10 : 7)
      for (const debtor of [firmsOwn, american, null])
        for (const many of debtor === american ? [1_000] : [1, 20]) {
          const rows = Array.from({ length: many }, (__, n) => ({
            ...row(
              1,
              n + 0.01,
              taken[n % taken.length]!,
              n % 2 ? '021000021/1234' : 'FR1420041010050500013M02606',
            ),
            _id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
          }))
          const file = transfersFile(rows, { ...list, firm: 'Größte Firma', debtor, terms })
          expect(faultsOfPain001(file, { letters })).toEqual([])
          expect(at(file, 'PmtInf/BtchBookg')).toEqual([String(usual.batchBooking)])
        }
    },
  )
})

function nowhere() {
  return { street: null, building: null, postcode: null }
}

test('a name that is in no letters of a bank’s is never cut or guessed: there is no file', () => {
  const terms = { ...anyLetters, letters: 'latin' } as const
  const rows = [row(1, 5, 'Анна Ли', 'DE89370400440532013000')]
  expect(() => transfersFile(rows, { ...list, terms })).toThrow(/letters that banks take/)
  expect(() =>
    transfersFile([row(1, 5, 'Ada', 'DE89370400440532013000')], { ...list, firm: 'Фирма', terms }),
  ).toThrow(/letters/)
})

describe('what isn’t such a file is told', () => {
  const file = transfersFile(due, {
    ...list,
    terms: { ...anyLetters, batchBooking: true, address },
  })
  const faults = (text: string, letters: 'latin' | 'any' = 'any') =>
    faultsOfPain001(text, { letters })
  test.each([
    [
      '<BtchBookg>true</BtchBookg><NbOfTxs>2</NbOfTxs>',
      '<NbOfTxs>2</NbOfTxs><BtchBookg>true</BtchBookg>',
      /can’t stand/,
    ],
    ['<BtchBookg>true', '<BtchBookg>yes', /BtchBookg can’t be/],
    ['<PmtMtd>TRF</PmtMtd>', '', /lacks PmtMtd/],
    ['<NbOfTxs>2</NbOfTxs>', '<NbOfTxs>3</NbOfTxs>', /NbOfTxs is 3/],
    ['1000.60', '1000.61', /CtrlSum is 1000.61/],
    [
      '00000000000070008000000000000003</EndToEndId>',
      '00000000000070008000000000000001</EndToEndId>',
      /one EndToEndId/,
    ],
    ['Grace Hopper', 'G'.repeat(71), /more than 70/],
    ['Grace Hopper', 'G'.repeat(141), /Nm can’t be/],
    ['<TwnNm>Zürich</TwnNm>', '', /without TwnNm/],
    ['DE89370400440532013000', 'DE89370400440532013001', /no IBAN/],
    ['NWBKGB2L', 'NWBK-GB', /BICFI can’t be/],
    ['Ccy="USD">0.10', 'Ccy="US">0.10', /wrong Ccy/],
    ['Ccy="USD">0.10', 'Ccy="USD">0.00', /no amount to pay/],
    ['pain.001.001.09', 'pain.001.001.03', /another namespace/],
    ['<Dt>2026-03-05</Dt>', '<Dt>05.03.2026</Dt>', /Dt can’t be/],
  ])('%s as %s', (right, wrong, fault) => {
    expect(faults(file)).toEqual([])
    expect(faults(file.replace(right, wrong)).join('\n')).toMatch(fault)
  })

  test('letters beyond Latin, where none were agreed on', () => {
    expect(faults(file, 'latin').join('\n')).toMatch(/“Zürich” is not in basic Latin/)
  })
})

test('a request is named by its number however a bank writes it, and by nothing else', () => {
  const id = due[0]!._id
  const named = endToEndId({ _id: id })
  for (const text of [named, named.toUpperCase(), id, `${named.slice(0, 16)} ${named.slice(16)}`])
    expect(idNamed(text)).toBe(id)
  for (const text of ['', named.slice(1), `${named}0`, `x${named.slice(1)}`])
    expect(idNamed(text)).toBe(null)
})
