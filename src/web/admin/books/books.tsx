import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Report } from '../../../contract/book-reports.ts'
import {
  balanceReport,
  flowsReport,
  outlookReport,
  resultReport,
} from '../../../contract/book-reports.ts'
import type { ComparedWith, Span } from '../../../contract/books.ts'
import { DayField } from '../../account/activity/filter.tsx'
import { useAddress, withChosen } from '../../account/address-query.ts'
import {
  balanceSheetFiles,
  flowsFiles,
  outlookFiles,
  profitAndLossFiles,
  useBalanceSheetQuery,
  useFlowsQuery,
  useOutlookQuery,
  useProfitAndLossQuery,
} from '../../api/books.ts'
import { NotLoaded, type Answer } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import styles from '../admin.module.css'
import { Head } from '../head.tsx'
import { ListTabs } from '../list/tabs.tsx'
import { ReportView } from './report.tsx'

export const meta = titled('Books')

const books = {
  'balance-sheet': 'Balance sheet',
  'profit-and-loss': 'Profit and loss',
  flows: 'Flows',
  maturities: 'Maturities',
} as const
type BookName = keyof typeof books

const chosen = <Name extends string>(
  names: Record<Name, unknown>,
  query: URLSearchParams,
  name: string,
): Name => {
  const value = query.get(name) ?? ''
  return Object.hasOwn(names, value) ? (value as Name) : (Object.keys(names)[0] as Name)
}

const matching = (query: URLSearchParams, name: string, form: RegExp): string => {
  const value = query.get(name) ?? ''
  return form.test(value) ? value : ''
}
const dayIn = (query: URLSearchParams, name: string) =>
  matching(query, name, /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
const monthForm = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/

/** The firm's own accounts, made of the postings alone. */
export default function BooksPage() {
  const [query] = useAddress()
  const book = chosen(books, query, 'book')
  const Book = views[book]
  return (
    <>
      <Head
        title="Books"
        aside={
          <ListTabs label="Books" words={books} current={book} queryOf={(one) => `?book=${one}`} />
        }
      >
        The firm’s own accounts, every figure a sum of postings.
      </Head>
      <Book />
    </>
  )
}

type Shown = {
  what: string
  report: Report | undefined
  answer: Answer
  files: { csv: string; pdf: string }
  linkOf?(key: string): string | null
}

const Loaded = ({ what, report, answer, ...view }: Shown) =>
  report ? <ReportView report={report} {...view} /> : <NotLoaded what={what} rows={6} {...answer} />

const comparisons: Record<ComparedWith, string> = {
  month: 'The month before',
  day: 'The day before',
}

function BalanceSheetBook() {
  const [query, change] = useAddress()
  const day = dayIn(query, 'day')
  const compare = chosen(comparisons, query, 'compare')
  const choice = { day, compare }
  const { data, ...answer } = useBalanceSheetQuery(choice)
  const choose = (name: string, value: string) => change((now) => withChosen(now, name, value))
  return (
    <>
      <div className={styles.filters}>
        <DayField label="Day" value={day} onChoose={(value) => choose('day', value)} />
        <NativeSelect
          label="Compared with"
          value={compare}
          onChange={({ currentTarget }) => choose('compare', currentTarget.value)}
          data={Object.entries(comparisons).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <Loaded
        what="the balance sheet"
        report={data && balanceReport(data.data.balanceSheet)}
        answer={answer}
        files={balanceSheetFiles(choice)}
      />
    </>
  )
}

const lengths = {
  12: '12 months',
  1: '1 month',
  3: '3 months',
  6: '6 months',
  24: '24 months',
  36: '36 months',
}
const lengthOptions = Object.entries(lengths).map(([value, label]) => ({ value, label }))

function ProfitAndLossBook() {
  const [query, change] = useAddress()
  const to = matching(query, 'to', monthForm)
  const asked = query.get('months') ?? ''
  const months = Object.hasOwn(lengths, asked) ? asked : '12'
  const choice = { to, months }
  const { data, ...answer } = useProfitAndLossQuery(choice)
  const choose = (name: string, value: string) => change((now) => withChosen(now, name, value))
  return (
    <>
      <div className={styles.filters}>
        <TextInput
          key={to}
          type="month"
          label="Last month"
          placeholder="2026-01"
          defaultValue={to}
          onChange={({ currentTarget: { value } }) =>
            (value === '' || monthForm.test(value)) && choose('to', value)
          }
        />
        <NativeSelect
          label="How many"
          value={months}
          onChange={({ currentTarget }) => choose('months', currentTarget.value)}
          data={lengthOptions}
        />
      </div>
      <Loaded
        what="the profit and loss"
        report={data && resultReport(data.data.profitAndLoss)}
        answer={answer}
        files={profitAndLossFiles(choice)}
        linkOf={(key) =>
          months !== '1' && monthForm.test(key) ? `?book=profit-and-loss&to=${key}&months=1` : null
        }
      />
    </>
  )
}

const spans: Record<Span, string> = { day: 'Days', week: 'Weeks', month: 'Months' }

function FlowsBook() {
  const [query, change] = useAddress()
  const by = chosen(spans, query, 'by')
  const to = dayIn(query, 'to')
  const choice = { by, to }
  const { data, ...answer } = useFlowsQuery(choice)
  const choose = (name: string, value: string) => change((now) => withChosen(now, name, value))
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          label="By"
          value={by}
          onChange={({ currentTarget }) => choose('by', currentTarget.value)}
          data={Object.entries(spans).map(([value, label]) => ({ value, label }))}
        />
        <DayField label="Until" value={to} onChoose={(value) => choose('to', value)} />
      </div>
      <Loaded
        what="the flows"
        report={data && flowsReport(data.data.flows)}
        answer={answer}
        files={flowsFiles(choice)}
      />
    </>
  )
}

function MaturitiesBook() {
  const { data, ...answer } = useOutlookQuery()
  return (
    <Loaded
      what="the maturities"
      report={data && outlookReport(data.data.outlook)}
      answer={answer}
      files={outlookFiles()}
    />
  )
}

const views: Record<BookName, () => ReactNode> = {
  'balance-sheet': BalanceSheetBook,
  'profit-and-loss': ProfitAndLossBook,
  flows: FlowsBook,
  maturities: MaturitiesBook,
}
