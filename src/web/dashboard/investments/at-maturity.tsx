import { Button, Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { AtMaturity as Choice } from '../../../contract/at-maturity.ts'
import type { Investment } from '../../../contract/investment.ts'
import type { OfferedPlan, Plan } from '../../../contract/plan.ts'
import { formatUsd } from '../../../lib/money.ts'
import { useChooseAtMaturityMutation, usePlansQuery } from '../../api/investments.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useCommand } from '../../api/use-command.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { acceptsTerms, PlanTerms } from '../plan-terms.tsx'
import form from '../../account/form.module.css'
import { Choices } from '../choices.tsx'

/** What an address ends with that leads to the choice. */
const place = 'at-maturity'

type Running = { investment: Investment }

/** What its owner wants done on the last day of a running investment. */
export function AtMaturity({ investment }: Running) {
  if (investment.status !== 'running') return null
  return (
    <Sheet id={place} title="At the end of the term">
      <WithPlan investment={investment} />
    </Sheet>
  )
}

function WithPlan({ investment }: Running) {
  const { data, ...answer } = usePlansQuery()
  if (!data) return <NotLoaded what="plans" rows={2} {...answer} />
  const plan = data.data.plans.find(({ id }) => id === investment.planId) ?? null
  return <ChoiceForm investment={investment} plan={plan} />
}

/** `plan`: as it is sold; null: it isn't. */
type ChoiceFormProps = Running & { plan: Plan | null }

function ChoiceForm({ investment, plan }: ChoiceFormProps) {
  const [choice, pick] = useState<Choice>(investment.atMaturity)
  const [before, setBefore] = useState<Choice>(investment.atMaturity)
  // What was saved, here or elsewhere, stands in place of what was about to be chosen.
  if (before !== investment.atMaturity) {
    setBefore(investment.atMaturity)
    pick(investment.atMaturity)
  }
  const [asking, ask] = useState(false)
  const [choose] = useChooseAtMaturityMutation()
  const { give, busy, problem } = useCommand({
    trigger: choose,
    otherwise: 'The choice could not be saved. Nothing was changed.',
  })
  const isChosen = choice === investment.atMaturity
  const hasNewTerms =
    investment.atMaturity === 'reinvest' &&
    plan !== null &&
    plan.termsVersion !== investment.acceptedTermsVersion
  const needsReview = choice === 'reinvest' && (!isChosen || hasNewTerms)
  const fields = useRef<HTMLFormElement>(null)
  const { hash } = useLocation()
  // It comes with its answers, later than the browser looks for it.
  useEffect(() => {
    if (hash !== `#${place}`) return
    document.getElementById(place)?.scrollIntoView({ block: 'start' })
    fields.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  }, [hash])
  return (
    <form
      ref={fields}
      className={form.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (needsReview) ask(true)
        else if (!isChosen) void give({ id: investment.id, choice })
      }}
    >
      {problem && <Note tone="bad">{problem}</Note>}
      <WhatThen investment={investment} chosen={choice} canAgain={plan !== null} onChoose={pick} />
      <AsItStands investment={investment} plan={plan} hasNewTerms={hasNewTerms} />
      <p className="small">You can change this until {showDateTime(investment.maturesAt)}.</p>
      <div>
        <Button
          type="submit"
          disabled={busy || (isChosen && !needsReview) || (needsReview && !plan)}
        >
          {needsReview ? 'Review' : busy ? 'Saving...' : 'Save choice'}
        </Button>
      </div>
      {asking && plan && (
        <AgainQuestion investment={investment} plan={plan} onClose={() => ask(false)} />
      )}
    </form>
  )
}

type WhatThenProps = Running & { chosen: Choice; canAgain: boolean; onChoose(choice: Choice): void }

function WhatThen({ investment, chosen, canAgain, onChoose }: WhatThenProps) {
  const { amount, profit, maturesAt, planTitle } = investment
  const whole = formatUsd(centsOf(amount) + centsOf(profit))
  const choices = [
    {
      value: 'balance' as const,
      label: 'Pay everything to my balance',
      about: `${whole} on ${showDate(maturesAt)}`,
    },
    {
      value: 'reinvest' as const,
      label: 'Invest the principal again',
      about: `${usd(amount)} in ${planTitle}, once more; the profit of ${usd(profit)} goes to your balance`,
      disabled: chosen !== 'reinvest' && !canAgain,
    },
  ]
  return (
    <Choices
      name="at-maturity"
      legend="At the end of the term"
      legendHidden
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

type AsItStandsProps = Running & { plan: Plan | null; hasNewTerms: boolean }

/** Where what is chosen would not be done, as things are. */
function AsItStands({ investment, plan, hasNewTerms }: AsItStandsProps) {
  if (plan === null)
    return (
      <Note>
        {investment.planTitle} is not on sale at present.{' '}
        {investment.atMaturity === 'reinvest'
          ? 'If that stays so, everything is paid to your balance.'
          : 'The principal can’t be invested in it again.'}
      </Note>
    )
  return hasNewTerms ? (
    <Note>
      The plan’s terms have changed since you accepted them. As it stands, everything will be paid
      to your balance. To have the principal invested again, review the new terms.
    </Note>
  ) : null
}

function AgainQuestion({ investment, plan, onClose }: Running & { plan: Plan; onClose(): void }) {
  const [now, setNow] = useState<OfferedPlan>({ ...plan, onSale: true })
  const [accepted, accept] = useState(false)
  const [choose] = useChooseAtMaturityMutation()
  const { give, busy, problem } = useCommand({
    trigger: choose,
    otherwise: 'The choice could not be saved. Nothing was changed.',
    onDone: onClose,
    onRefused({ data }) {
      if (!data?.plan) return
      setNow(data.plan)
      accept(false)
    },
  })
  return (
    <Question
      title={`Invest ${usd(investment.amount)} again when it matures?`}
      open
      onClose={onClose}
      confirm="Invest it again"
      busyText="Saving..."
      busy={busy}
      cannot={!accepted}
      onConfirm={() =>
        void give({
          id: investment.id,
          choice: 'reinvest',
          acceptedTermsVersion: now.termsVersion,
          acceptedRiskVersion: now.riskVersion,
        })
      }
    >
      <div className={form.fields}>
        {problem && <Note tone="bad">{problem}</Note>}
        <p>
          On {showDate(investment.maturesAt)} the profit of {usd(investment.profit)} is paid to your
          balance, and {usd(investment.amount)} is invested again under these terms:
        </p>
        <PlanTerms now={now} />
        <p className="small">
          That happens only if on that day the terms and the risk warning are still these, the
          profit is covered, and no limit stands in the way. Otherwise everything is paid to your
          balance, and we tell you why. What is invested again can’t be taken out before it matures,
          and can’t be undone.
        </p>
        <Checkbox
          label={acceptsTerms}
          checked={accepted}
          onChange={(event) => accept(event.currentTarget.checked)}
        />
      </div>
    </Question>
  )
}
