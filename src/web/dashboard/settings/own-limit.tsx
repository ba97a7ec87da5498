import { Button } from '@mantine/core'
import type { InvestmentLimit } from '../../../contract/investment-limit.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { fieldProblems } from '../../api/failure.ts'
import { useInvestmentLimitQuery, useSetInvestmentLimitMutation } from '../../api/risk.ts'
import { useKeptDraft } from '../../api/use-kept-draft.ts'
import { useCommand } from '../../api/use-command.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import form from '../../account/form.module.css'

/** How much a person lets themselves have in plans at once. */
export function OwnLimit() {
  return (
    <Sheet id="own-limit" title="Your own limit" narrow>
      <Loaded />
    </Sheet>
  )
}

function Loaded() {
  const { data, ...answer } = useInvestmentLimitQuery()
  if (!data) return <NotLoaded what="your own limit" {...answer} />
  return <Change limit={data.data.investmentLimit} />
}

const words = (amount: number | null) => (amount === null ? 'no limit' : usd(amount))

function Change({ limit: { amount, room, next } }: { limit: InvestmentLimit }) {
  const [change] = useSetInvestmentLimitMutation()
  const fields = useForm({
    initialValues: { amount: '' },
    validate: { amount: (text) => amountFault(text, { zero: true }) },
  })
  useKeptDraft('own limit', fields)
  const { give, said, busy } = useCommand({
    trigger: change,
    otherwise: 'The limit could not be changed.',
    done: ({ data }) =>
      data.investmentLimit.next ? 'Saved. It applies in 24 hours' : 'Saved. It applies now',
    told: 'here',
    onDone: fields.reset,
    onRefused: (failure) => fields.setErrors(fieldProblems(failure)),
  })
  const submit = fields.onSubmit((values) =>
    give({ amount: dollarsFromCents(centsFromText(values.amount)!) }),
  )
  return (
    <div className="stack">
      <p>
        {amount === null
          ? 'You have set no limit: you can invest your whole balance.'
          : `You let yourself have ${usd(amount)} in plans at once, of which ${usd(room ?? 0)} is free.`}
      </p>
      {next && (
        <Note>
          <div className={form.obstacle}>
            <span>
              From {showDateTime(next.from)} on: {words(next.amount)}.
            </span>
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              onClick={() => void give({ amount })}
            >
              Keep {words(amount)}
            </Button>
          </div>
        </Note>
      )}
      {said && <Note tone={said.tone}>{said.words}</Note>}
      <form className={form.fields} onSubmit={submit} noValidate>
        <AmountField label="New limit" required {...fields.getInputProps('amount')} />
        <p className="caption">
          A lower limit applies at once. A higher one, or none, applies 24 hours later, which gives
          you a day to reconsider. What you have already invested stays until it matures.
        </p>
        <div className="row">
          <Button type="submit" variant="default" disabled={busy}>
            Set limit
          </Button>
          {amount !== null && !(next && next.amount === null) && (
            <Button variant="default" disabled={busy} onClick={() => void give({ amount: null })}>
              Remove limit
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}
