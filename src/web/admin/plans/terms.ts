/** The terms of a plan between what the contract says, what stands in a form, and what is read of a change. */
import type { PlanWithPast } from '../../../contract/plan.ts'
import { dollarsFromCents, formatUsd } from '../../../lib/money.ts'
import { amountFault, centsFromText, textOfDollars, usd } from '../../ui/amount.ts'

/** As typed; an empty maximum is none. */
export type TypedTerms = {
  title: string
  minimum: string
  maximum: string
  durationDays: string
  profitPercent: string
  riskWarning: string
}

export const noTerms: TypedTerms = {
  title: '',
  minimum: '',
  maximum: '',
  durationDays: '',
  profitPercent: '',
  riskWarning: '',
}

export function typed({
  title,
  minimum,
  maximum,
  durationDays,
  profitPercent,
  riskWarning,
}: PlanWithPast): TypedTerms {
  return {
    title,
    minimum: textOfDollars(minimum),
    maximum: maximum === null ? '' : textOfDollars(maximum),
    durationDays: String(durationDays),
    profitPercent: String(profitPercent),
    riskWarning,
  }
}

const dollarsOf = (text: string) => dollarsFromCents(centsFromText(text)!)

/** What is sent; only for terms in which no problem was found. */
export function termsOf({
  title,
  minimum,
  maximum,
  durationDays,
  profitPercent,
  riskWarning,
}: TypedTerms) {
  return {
    title,
    riskWarning,
    minimum: dollarsOf(minimum),
    maximum: maximum.trim() === '' ? null : dollarsOf(maximum),
    durationDays: Number(durationDays),
    profitPercent: Number(profitPercent),
  }
}

const isWhole = (text: string, most: number) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= most

/** What is wrong by field, before anything is asked of the server. */
export const problemsOf: {
  [name in keyof TypedTerms]: (text: string, all: TypedTerms) => string | null
} = {
  title: (text) => (text.trim() === '' ? 'Please enter a title' : null),
  minimum: (text) => amountFault(text),
  maximum(text, { minimum }) {
    if (text.trim() === '') return null
    const fault = amountFault(text)
    if (fault) return `${fault}, or leave this empty`
    return centsFromText(text)! < (centsFromText(minimum) ?? 0n)
      ? 'The maximum is below the minimum'
      : null
  },
  durationDays: (text) => (isWhole(text, 3650) ? null : 'Please enter whole days from 1 to 3650'),
  profitPercent: (text) =>
    isWhole(text, 100) ? null : 'Please enter a whole percentage from 1 to 100',
  riskWarning: (text) =>
    text.includes('can be lost') ? null : 'Say that money invested can be lost',
}

const words: { [name in keyof TypedTerms]: [label: string, say: (text: string) => string] } = {
  title: ['Title', (text) => text.trim()],
  minimum: ['Minimum', (text) => formatUsd(centsFromText(text) ?? 0n)],
  maximum: [
    'Maximum',
    (text) => (text.trim() === '' ? 'no maximum' : formatUsd(centsFromText(text) ?? 0n)),
  ],
  durationDays: ['Duration', (text) => `${text} days`],
  profitPercent: ['Profit', (text) => `${text}%`],
  riskWarning: ['Risk warning', (text) => text.trim()],
}

export type TermsChange = { label: string; from: string | null; to: string }

/** What is another than before; of a new plan everything. */
export function changesBetween(before: TypedTerms | null, after: TypedTerms): TermsChange[] {
  return (Object.keys(words) as (keyof TypedTerms)[])
    .map((name) => {
      const [label, say] = words[name]
      return { label, from: before && say(before[name]), to: say(after[name]) }
    })
    .filter(({ from, to }) => from !== to)
}

export function runningInWords({
  investments,
  principal,
  profit,
}: {
  investments: number
  principal: number
  profit: number
}): string {
  if (investments === 0) return 'Nothing is invested in it now.'
  const count =
    investments === 1
      ? 'One running investment'
      : `${investments.toLocaleString('en-US')} running investments`
  return `${count}: ${usd(principal)} invested, ${usd(profit)} profit promised.`
}
