/**
 * Whether a text is a pain.001.001.09, as far as the product writes one: the order of elements, what may be missing, types, lengths and
 * patterns of ISO 20022; and beyond it what the implementation guidelines of SEPA (EPC) and of Switzerland (SIX) narrow.
 */
import { SaxesParser } from 'saxes'
import { ibanFault, isRoutingNumber } from '../../src/lib/bank-account.ts'

type Node = { name: string; attributes: Record<string, string>; text: string; children: Node[] }

/** What an element holds: a text, or others in their order (`?` may be missing, `+` comes once or more), or one of several. */
type Kind =
  | { pattern: RegExp; attributes?: Record<string, RegExp> }
  | { sequence: Record<string, Kind> }
  | { choice: Record<string, Kind> }

const text = (most: number): Kind => ({ pattern: new RegExp(`^[^]{1,${most}}$`, 'u') })
const code = (pattern: string): Kind => ({ pattern: new RegExp(`^(?:${pattern})$`) })
const sequence = (parts: Record<string, Kind>): Kind => ({ sequence: parts })
const choice = (parts: Record<string, Kind>): Kind => ({ choice: parts })

const decimal = code(String.raw`(?=[\d.]{1,19}$)\d+(?:\.\d{1,17})?`)
const count = code(String.raw`\d{1,15}`)
const day = code(String.raw`\d{4}-\d\d-\d\d`)

const address = sequence({
  'StrtNm?': text(70),
  'BldgNb?': text(16),
  'PstCd?': text(16),
  'TwnNm?': text(35),
  'Ctry?': code('[A-Z]{2}'),
})
const party = sequence({ 'Nm?': text(140), 'PstlAdr?': address })
const account = sequence({
  Id: choice({
    IBAN: code('[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}'),
    Othr: sequence({ Id: text(34) }),
  }),
  'Ccy?': code('[A-Z]{3}'),
})
const agent = sequence({
  FinInstnId: sequence({
    'BICFI?': code('[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?'),
    'ClrSysMmbId?': sequence({
      'ClrSysId?': choice({ Cd: text(5), Prtry: text(35) }),
      MmbId: text(35),
    }),
    'Othr?': sequence({ Id: text(35) }),
  }),
})
const amount: Kind = {
  pattern: /^(?=[\d.]{1,19}$)\d+(?:\.\d{1,5})?$/,
  attributes: { Ccy: /^[A-Z]{3}$/ },
}

const document = sequence({
  CstmrCdtTrfInitn: sequence({
    GrpHdr: sequence({
      MsgId: text(35),
      CreDtTm: code(String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?`),
      NbOfTxs: count,
      'CtrlSum?': decimal,
      InitgPty: party,
    }),
    'PmtInf+': sequence({
      PmtInfId: text(35),
      PmtMtd: code('CHK|TRF|TRA'),
      'BtchBookg?': code('true|false|1|0'),
      'NbOfTxs?': count,
      'CtrlSum?': decimal,
      ReqdExctnDt: choice({ Dt: day, DtTm: text(35) }),
      Dbtr: party,
      DbtrAcct: account,
      DbtrAgt: agent,
      'ChrgBr?': code('DEBT|CRED|SHAR|SLEV'),
      'CdtTrfTxInf+': sequence({
        PmtId: sequence({ 'InstrId?': text(35), EndToEndId: text(35) }),
        Amt: choice({ InstdAmt: amount }),
        'CdtrAgt?': agent,
        'Cdtr?': party,
        'CdtrAcct?': account,
        'RmtInf?': sequence({ 'Ustrd?': text(140) }),
      }),
    }),
  }),
})

function treeOf(file: string): Node {
  const open: Node[] = [{ name: '', attributes: {}, text: '', children: [] }]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, text: '', children: [] }
    open.at(-1)!.children.push(node)
    open.push(node)
  })
  parser.on('text', (part) => void (open.at(-1)!.text += part))
  parser.on('closetag', () => void open.pop())
  parser.write(file).close()
  return open[0]!.children[0]!
}

function* faultsOfSequence(node: Node, parts: Record<string, Kind>, at: string): Generator<string> {
  let next = 0
  for (const [part, kind] of Object.entries(parts)) {
    const name = part.replace(/[?+]$/, '')
    const first = next
    while (node.children[next]?.name === name && (part.endsWith('+') || next === first))
      yield* faultsOf(node.children[next++]!, kind, `${at}/${name}`)
    if (next === first && !part.endsWith('?')) yield `${at} lacks ${name}`
  }
  const over = node.children[next]
  if (over) yield `${at} has ${over.name} where it can’t stand`
}

function* faultsOf(node: Node, kind: Kind, at: string): Generator<string> {
  if ('pattern' in kind) {
    if (node.children.length > 0 || !kind.pattern.test(node.text))
      yield `${at} can’t be “${node.text}”`
    for (const [name, pattern] of Object.entries(kind.attributes ?? {}))
      if (!pattern.test(node.attributes[name] ?? '')) yield `${at} has a wrong ${name}`
    return
  }
  if (node.text.trim() !== '') yield `${at} has a text beside its elements`
  if ('sequence' in kind) return yield* faultsOfSequence(node, kind.sequence, at)
  const [chosen, ...more] = node.children
  const inner = chosen && kind.choice[chosen.name]
  if (!inner || more.length > 0)
    yield `${at} must have one of ${Object.keys(kind.choice).join(', ')}`
  else yield* faultsOf(chosen, inner, `${at}/${chosen.name}`)
}

const all = (node: Node, path: string): Node[] =>
  path
    .split('/')
    .reduce<Node[]>(
      (nodes, name) => nodes.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [node],
    )
const texts = (node: Node, path: string): string[] => all(node, path).map((one) => one.text)

const everywhere = (node: Node): Node[] => [node, ...node.children.flatMap(everywhere)]
const named = (node: Node, ...names: string[]): Node[] =>
  everywhere(node).filter(({ name }) => names.includes(name))

const cents = (decimals: string) => {
  const [whole = '', rest = ''] = decimals.split('.')
  return BigInt(whole + rest.padEnd(2, '0'))
}
const sum = (amounts: string[]) => amounts.reduce((total, one) => total + cents(one), 0n)

/** Counts and sums are those of the payments, and every reference is there once. */
function* faultsOfTotals(root: Node): Generator<string> {
  const [initiation] = root.children
  const payments = named(root, 'InstdAmt').map((one) => one.text)
  for (const counted of [
    ...texts(initiation!, 'GrpHdr/NbOfTxs'),
    ...texts(initiation!, 'PmtInf/NbOfTxs'),
  ])
    if (Number(counted) !== payments.length) yield `NbOfTxs is ${counted}`
  for (const total of named(root, 'CtrlSum'))
    if (cents(total.text) !== sum(payments)) yield `CtrlSum is ${total.text}`
  const ids = named(root, 'EndToEndId').map((one) => one.text)
  if (new Set(ids).size < ids.length) yield 'two payments have one EndToEndId'
}

const basicLatin = /^[A-Za-z0-9/\-?:().,'+ ]*$/

/** What the guidelines narrow, whatever letters are agreed on with the bank. */
function* faultsOfGuides(root: Node): Generator<string> {
  for (const { text: name } of named(root, 'Nm'))
    if (Array.from(name).length > 70) yield `“${name}” has more than 70 characters`
  for (const { text: id } of named(root, 'MsgId', 'PmtInfId', 'EndToEndId'))
    if (!basicLatin.test(id) || /^\/|\/\/|\/$/.test(id)) yield `“${id}” is no reference`
  for (const { text: amountText } of named(root, 'InstdAmt', 'CtrlSum'))
    if (!/^\d+(?:\.\d{1,2})?$/.test(amountText) || cents(amountText) === 0n)
      yield `“${amountText}” is no amount to pay`
  for (const { text: iban } of named(root, 'IBAN'))
    if (ibanFault(iban) !== null) yield `${iban} is no IBAN`
  for (const member of named(root, 'ClrSysMmbId'))
    if (texts(member, 'ClrSysId/Cd')[0] === 'USABA' && !isRoutingNumber(texts(member, 'MmbId')[0]!))
      yield 'USABA without a routing number'
  for (const where of named(root, 'PstlAdr'))
    for (const needed of ['TwnNm', 'Ctry'])
      if (texts(where, needed).length === 0) yield `an address without ${needed}`
  for (const transfer of named(root, 'CdtTrfTxInf'))
    for (const needed of ['Cdtr/Nm', 'CdtrAcct/Id'])
      if (all(transfer, needed).length === 0) yield `a payment without ${needed}`
}

/** Everything that is wrong with a file; `letters`: those that were agreed on with the bank. */
export function faultsOfPain001(file: string, { letters }: { letters: 'latin' | 'any' }): string[] {
  if (!file.startsWith('<?xml version="1.0" encoding="UTF-8"?>')) return ['it doesn’t begin as XML']
  const root = treeOf(file)
  if (root.attributes.xmlns !== 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    return ['it is of another namespace']
  const faults = [...faultsOf(root, document, root.name)]
  if (faults.length > 0) return faults
  const foreign = everywhere(root).filter((one) => !basicLatin.test(one.text.trim()))
  return [
    ...faultsOfTotals(root),
    ...faultsOfGuides(root),
    ...(letters === 'latin' ? foreign.map((one) => `“${one.text}” is not in basic Latin`) : []),
  ]
}
