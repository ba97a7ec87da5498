/** Holds a bank's report against the file that it is about. */
import { hash } from 'node:crypto'
import type { ReportedLine } from '../../contract/bank-export.ts'
import { ProblemError } from '../../contract/problems.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { endToEndId, idNamed } from '../../lib/transfers.ts'
import type { House } from '../house-desk.ts'
import { mustBeAsRecorded, readCarried } from '../payout-rails/pages/compare.ts'
import { exportCarrier, type ExportPayment } from '../payouts/exports/table.ts'
import { readPain002, ReportFault, type BankWord, type PaymentReport } from './pain002.ts'
import type { RecordBankReport } from './reports.ts'

function reportIn(file: string): PaymentReport {
  try {
    return readPain002(file)
  } catch (error) {
    if (!(error instanceof ReportFault)) throw error
    const message = `${error.message} Nothing was changed.`
    throw new ProblemError({ code: 'not_a_bank_report', message, fields: { file: message } })
  }
}

type Said = { line: ExportPayment; word: BankWord | null }

/** What it says of each payment. Throws where it is about another file, or about payments that aren't in it. */
async function held(house: House, file: string, requestId: string) {
  const report = reportIn(file)
  const id = idNamed(report.original)
  const carried = id === null ? undefined : await readCarried(house, exportCarrier, id, requestId)
  if (!carried || carried.row.format !== 'pain001')
    throw new ProblemError({
      code: 'unknown_export',
      message: 'This report is about a file that was not exported here. Nothing was changed.',
    })
  const { row, lines } = mustBeAsRecorded(carried, 'file for the bank')
  const said = lines.map((line): Said => {
    const word = report.lines.get(endToEndId({ _id: line.withdrawal })) ?? report.others
    return { line, word }
  })
  const ours = new Set(lines.map(({ withdrawal }) => endToEndId({ _id: withdrawal })))
  const strange = [...report.lines.keys()].find((one) => !ours.has(one))
  if (strange !== undefined)
    throw new ProblemError({
      code: 'not_a_bank_report',
      message: `It speaks of the payment “${strange.slice(0, 35)}”, which the file doesn’t have. Nothing was changed: ask the bank.`,
    })
  if (said.every(({ word }) => word === null))
    throw new ProblemError({
      code: 'not_a_bank_report',
      message: 'This report says nothing of any payment yet. Nothing was changed.',
    })
  return { id: row.id, said }
}

export async function readReport(
  house: House,
  file: string,
  requestId: string,
): Promise<{ exportId: string; lines: ReportedLine[] }> {
  const { id, said } = await held(house, file, requestId)
  return {
    exportId: id,
    lines: said.map(({ line, word }) => ({
      withdrawalId: line.withdrawal,
      line: line.line + 1,
      amount: dollarsFromCents(line.amount),
      paid: line.paidAt !== null,
      before: line.bankState,
      state: word?.state ?? null,
      code: word?.code ?? null,
      words: word?.words ?? null,
    })),
  }
}

/** The command that records it. */
export async function prepareReport(
  house: House,
  file: string,
  requestId: string,
): Promise<RecordBankReport> {
  const { id, said } = await held(house, file, requestId)
  return {
    export: id,
    digest: hash('sha256', file, 'hex'),
    lines: said.flatMap(({ line: { withdrawal }, word }) =>
      word === null ? [] : [{ withdrawal, state: word.state, reason: word.code }],
    ),
  }
}
