import { describe, expect, test } from 'vitest'
import { readPain002, ReportFault } from './pain002.ts'

const file = (content: string, version = '001.10') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.${version}"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-03-04T05:06:07</CreDtTm></GrpHdr>${content}</CstmrPmtStsRpt></Document>`
const group = (status: string, more = '') =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${status && `<GrpSts>${status}</GrpSts>`}${more}</OrgnlGrpInfAndSts>`
const block = (...content: string[]) =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>M1</OrgnlPmtInfId>${content.join('')}</OrgnlPmtInfAndSts>`
const why = (code: string, ...words: string[]) =>
  `<StsRsnInf><Rsn>${code}</Rsn>${words.map((one) => `<AddtlInf>${one}</AddtlInf>`).join('')}</StsRsnInf>`
const line = (id: string, status: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${more}</TxInfAndSts>`

const said = (text: string) => {
  const { lines, ...report } = readPain002(text)
  return { ...report, lines: Object.fromEntries(lines) }
}
const word = (state: string, code: string | null = null, words: string | null = null) => ({
  state,
  code,
  words,
})

test.each(['001.03', '001.10', '001.12'])(
  'a report of version %s says what became of each payment',
  (version) => {
    const text = file(
      group('PART') +
        block(
          line('A', 'RJCT', why('<Cd>AC04</Cd>', 'Account', 'closed &amp; gone')),
          line('B', 'ACSP'),
          line('C', 'PDNG'),
          line('D', 'RJCT', why('<Prtry>Our own</Prtry>')),
        ),
      version,
    )
    expect(said(text)).toEqual({
      message: 'R1',
      original: 'M1',
      others: null,
      lines: {
        A: word('rejected', 'AC04', 'Account closed & gone'),
        B: word('accepted'),
        C: word('pending'),
        D: word('rejected', 'Our own'),
      },
    })
  },
)

test.each([
  ['ACCP', 'accepted'],
  ['ACTC', 'accepted'],
  ['ACSP', 'accepted'],
  ['ACWC', 'accepted'],
  ['ACSC', 'accepted'],
  ['RCVD', 'pending'],
  ['PDNG', 'pending'],
  ['RJCT', 'rejected'],
])('%s of the whole file is said of every payment', (status, state) => {
  expect(said(file(group(status))).others).toEqual(word(state))
  expect(said(file(group('') + block(`<PmtInfSts>${status}</PmtInfSts>`))).others).toEqual(
    word(state),
  )
})

test('what is said of one payment counts before what is said of all', () => {
  const text = file(
    group('ACCP') + block('<PmtInfSts>ACWC</PmtInfSts>', line('A', 'RJCT', why('<Cd>AM05</Cd>'))),
  )
  expect(said(text)).toMatchObject({
    others: word('accepted'),
    lines: { A: word('rejected', 'AM05') },
  })
})

test('a file whose elements have a prefix is read the same', () => {
  const text = file(group('RJCT', why('<Cd>DU01</Cd>', 'Duplicate')))
  const prefixed = text.replaceAll(/<(\/?)(?!\?)/g, '<$1p:').replace('xmlns=', 'xmlns:p=')
  expect(said(prefixed)).toEqual(said(text))
  expect(said(text).others).toEqual(word('rejected', 'DU01', 'Duplicate'))
})

describe('J5: a report that can’t be relied on is refused in a sentence', () => {
  test.each([
    ['another message', '<Document><BkToCstmrStmt/></Document>', /must be ISO 20022 pain.002/],
    ['without the file it is about', file('<OrgnlGrpInfAndSts/>'), /must be ISO 20022 pain.002/],
    ['nothing', '', /isn’t XML/],
    ['cut', file(group('RJCT')).slice(0, -20), /isn’t XML/],
    [
      'with a document type',
      `<!DOCTYPE a [<!ENTITY b "c">]>${file(group('RJCT')).slice(21)}`,
      /document type/,
    ],
    ['a status that isn’t known', file(group('XXXX')), /“XXXX” is a status that isn’t known/],
    [
      'two words on one payment',
      file(group('PART') + block(line('A', 'RJCT'), line('A', 'ACSP'))),
      /two things of the payment A/,
    ],
    [
      'all rejected, and one taken',
      file(group('RJCT') + block(line('A', 'ACSP'))),
      /rejects the whole file/,
    ],
    [
      'a block rejected, and one taken',
      file(group('PART') + block('<PmtInfSts>RJCT</PmtInfSts>', line('A', 'PDNG'))),
      /rejects the whole file/,
    ],
    [
      'a block twice',
      file(
        group('PART') + block('<PmtInfSts>RJCT</PmtInfSts>') + block('<PmtInfSts>ACCP</PmtInfSts>'),
      ),
      /different things/,
    ],
    ['endless depth', '<a>'.repeat(60), /nested too deeply/],
  ])('%s', (_, text, fault) => {
    expect(() => readPain002(text)).toThrow(ReportFault)
    expect(() => readPain002(text)).toThrow(fault)
  })
})
