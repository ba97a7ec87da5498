import type { AnsweredCheck } from '../../../contract/appropriateness.ts'
import type { InvestmentLimit } from '../../../contract/investment-limit.ts'
import { ExplainRows } from '../../account/explain/rows.tsx'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { useUserAppropriatenessQuery, useUserInvestmentLimitQuery } from '../../api/risk.ts'
import { usd } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { sayWhen } from '../zone-shown.ts'

/** What the user answered before investing, and the limit that they have set: for staff to read, not to change. */
export function UserRisk({ userId }: { userId: string }) {
  return (
    <Sheet title="Risk">
      <Loaded userId={userId} />
    </Sheet>
  )
}

function Loaded({ userId }: { userId: string }) {
  const answered = useUserAppropriatenessQuery(userId)
  const limit = useUserInvestmentLimitQuery(userId)
  const failed = [answered, limit].find(({ data, error }) => error && !data)
  if (failed) return <LoadFailed what="the answers" {...failed} />
  if (!answered.data || !limit.data) return <Waiting />
  const [latest] = answered.data.data.checks
  return (
    <ExplainRows
      rows={[
        { label: 'Own limit', text: limitInWords(limit.data.data.investmentLimit) },
        {
          label: 'Questions before investing',
          text: latest ? checkInWords(latest) : 'Not answered',
        },
        ...(latest?.answers ?? []).map(({ question, answer, fits }) => ({
          label: question,
          text: fits ? answer : `${answer} (speaks against it)`,
        })),
      ]}
    />
  )
}

function limitInWords({ amount, next }: InvestmentLimit): string {
  const words = (limit: number | null) => (limit === null ? 'None' : usd(limit))
  return next
    ? `${words(amount)}; from ${sayWhen(next.from)} on ${words(next.amount)}`
    : words(amount)
}

function checkInWords({ at, pausedUntil }: AnsweredCheck): string {
  const outcome = pausedUntil === null ? 'fits' : `unsuitable, paused until ${sayWhen(pausedUntil)}`
  return `${sayWhen(at)}: ${outcome}`
}
