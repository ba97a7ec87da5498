/**
 * What a bank says of a file of payouts: ISO 20022's pain.002 ("CustomerPaymentStatusReport", versions 03 to 14). It speaks of the
 * whole file, of its one block of payments, or of single payments; what is said of a single one counts before what is said of all.
 */
import type { PaymentState } from '../../contract/bank-export.ts'
import { lineOfBank } from '../../lib/text.ts'
import { elementAt, elementsOf, textAt, treeOfXml, type XmlElement } from '../../lib/xml-tree.ts'

/** It is no such report, or not one that can be relied on. Says what is wrong, for whoever uploaded it. */
export class ReportFault extends Error {}

/** What the bank says of one payment, or of several together: `code` of its reason, and words for people. */
export type BankWord = { state: PaymentState; code: string | null; words: string | null }

export type PaymentReport = {
  /** Of the report, by which the bank names it. */
  message: string
  /** Of the file that it is about. */
  original: string
  /** Of everything that isn't named; null: it says nothing of it. */
  others: BankWord | null
  /** By the number of each payment. */
  lines: ReadonlyMap<string, BankWord>
}

/** More than a report of the largest file has. */
const maxParts = 200_000

const states: Record<string, PaymentState | null> = {
  RCVD: 'pending',
  PDNG: 'pending',
  ACCP: 'accepted',
  ACTC: 'accepted',
  ACFC: 'accepted',
  ACSP: 'accepted',
  ACSC: 'accepted',
  ACWC: 'accepted',
  ACCC: 'accepted',
  RJCT: 'rejected',
  // Single payments say the rest.
  PART: null,
  PATC: null,
}

/** What stands at one place; null: nothing, or that it differs by payment. */
function wordAt(element: XmlElement | undefined, name: string): BankWord | null {
  const status = textAt(element, name)
  if (status === '') return null
  const state = states[status]
  if (state === undefined)
    throw new ReportFault(
      `Line ${element!.line}: “${lineOfBank(status, 20)}” is a status that isn’t known here. Ask the bank what it means for these payments.`,
    )
  if (state === null) return null
  const reasons = elementsOf(element, 'StsRsnInf')
  const code = textAt(reasons[0], 'Rsn/Cd', 'Rsn/Prtry')
  const words = reasons
    .flatMap((one) => elementsOf(one, 'AddtlInf'))
    .map(({ text }) => text)
    .join(' ')
  return { state, code: lineOfBank(code, 35) || null, words: lineOfBank(words, 300) || null }
}

const isSame = (one: BankWord, other: BankWord) =>
  one.state === other.state && one.code === other.code

function linesOf(blocks: readonly XmlElement[]): Map<string, BankWord> {
  const lines = new Map<string, BankWord>()
  for (const block of blocks) {
    for (const line of elementsOf(block, 'TxInfAndSts')) {
      const id = textAt(line, 'OrgnlEndToEndId', 'OrgnlInstrId')
      const word = wordAt(line, 'TxSts')
      if (word === null) continue
      const before = lines.get(id)
      if (before && !isSame(before, word))
        throw new ReportFault(
          `Line ${line.line}: it says two things of the payment ${lineOfBank(id, 35)}. Ask the bank which of them holds.`,
        )
      lines.set(id, word)
    }
  }
  return lines
}

/** Throws `ReportFault` where it is no such report, or contradicts itself. */
export function readPain002(file: string): PaymentReport {
  const fault = (message: string) => new ReportFault(message)
  const root = treeOfXml(file, { most: maxParts, fault })
  const [report] = root.children.filter(({ name }) => /^CstmrPmtStsRpt$|^pain\.002\./.test(name))
  const group = elementAt(report, 'OrgnlGrpInfAndSts')
  const original = textAt(group, 'OrgnlMsgId')
  const message = lineOfBank(textAt(report, 'GrpHdr/MsgId'), 35)
  if (!group || original === '' || message === '')
    throw new ReportFault('This isn’t a report on payments: it must be ISO 20022 pain.002.')
  const blocks = elementsOf(report, 'OrgnlPmtInfAndSts')
  const [ofGroup, lines] = [wordAt(group, 'GrpSts'), linesOf(blocks)]
  const ofBlocks = blocks.flatMap((block) => wordAt(block, 'PmtInfSts') ?? [])
  if (ofBlocks.length > 1 && ofBlocks.some((one) => !isSame(one, ofBlocks[0]!)))
    throw new ReportFault('It says different things of one block of payments. Ask the bank.')
  const others = ofBlocks[0] ?? ofGroup
  const isRejected = [ofGroup, ...ofBlocks].some((one) => one?.state === 'rejected')
  if (isRejected && [...lines.values()].some(({ state }) => state !== 'rejected'))
    throw new ReportFault(
      'It rejects the whole file, and takes payments of it. Ask the bank which of them holds.',
    )
  return { message, original, others, lines }
}
