import { formatUsd } from '../../../lib/money.ts'
import { amountFault, centsFromText, plainAmount } from '../../ui/amount.ts'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { chart, heightOfAmount } from '../landing/growth.ts'
import { reckon, type OfferedPlan, type Reckoning } from '../landing/reckoning.ts'

const dayMs = 86_400_000

/** Unchanged text is left alone, so that it causes no new layout. */
function write(form: HTMLFormElement, texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    for (const place of form.querySelectorAll(`[data-out='${name}']`)) {
      if (place.textContent !== text) place.textContent = text
    }
  }
}

function set(element: Element | null, attribute: string, value: string): void {
  if (element && element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
}

function draw(form: HTMLFormElement, { plan, amount, end }: Reckoning): void {
  const { foot, top, left, right } = chart
  const y = heightOfAmount(plan.profitPercent)
  const shapes: Record<string, Record<string, string>> = {
    placed: { d: `M${left} ${y}H${right}V${foot}H${left}z` },
    profit: { d: `M${left} ${y}L${right} ${top}V${y}z` },
    line: { d: `M${left} ${y}L${right} ${top}` },
    begin: { y: String(y - 4) },
    label: { y: String(y + 22) },
  }
  for (const [name, attributes] of Object.entries(shapes)) {
    const shape = form.querySelector(`[data-draw='${name}']`)
    for (const [attribute, value] of Object.entries(attributes)) set(shape, attribute, value)
  }
  const name = `From ${plainAmount(amount)} on day 0 to ${plainAmount(end)} on day ${plan.durationDays}`
  set(form.querySelector('[data-chart]'), 'aria-label', name)
}

/** `now` is business time, which a demonstration may have moved ahead of the reader's clock. */
function show(form: HTMLFormElement, reckoning: Reckoning, now: number): void {
  const { plan, amount, profit, end } = reckoning
  const ends = showDate(new Date(now + plan.durationDays * dayMs).toISOString())
  write(form, {
    plan: plan.title,
    ends,
    lock: `You can’t take it out before ${ends}.`,
    rate: `Profit, ${plan.profitPercent}% once`,
    profit: plainAmount(profit),
    end: plainAmount(end),
    amount: plainAmount(amount),
    half: `day ${plan.durationDays / 2}`,
    days: `day ${plan.durationDays}`,
  })
  draw(form, reckoning)
}

/** Reckons with every letter that is typed; what can't be reckoned is said beside the field, and no old figure stays. */
export function startCalculator(form: HTMLFormElement): void {
  const plans = JSON.parse(form.dataset['calculator']!) as OfferedPlan[]
  const coveredAt = showDateTime(form.dataset['coveredAt']!)
  const field = form.querySelector<HTMLInputElement>('[data-amount]')!
  const help = form.querySelector<HTMLElement>('[data-help]')!
  const reckonAnew = () => {
    const fault = amountFault(field.value)
    const reckoned = fault
      ? { problem: fault }
      : reckon(centsFromText(field.value)!, plans, coveredAt)
    const problem = 'problem' in reckoned ? reckoned.problem : null
    field.setAttribute('aria-invalid', String(problem !== null))
    const said = problem ?? help.dataset['help']!
    if (help.textContent !== said) help.textContent = said
    help.toggleAttribute('data-bad', problem !== null)
    form.toggleAttribute('data-empty', problem !== null)
    if ('problem' in reckoned)
      write(form, { plan: '-', ends: '-', rate: 'Profit', profit: '-', end: '-', lock: '' })
    else show(form, reckoned, Date.now() + Number(form.dataset['ahead']))
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  field.addEventListener('input', reckonAnew)
  field.addEventListener('change', () => {
    const cents = centsFromText(field.value)
    if (cents !== null) field.value = formatUsd(cents).slice(1)
  })
  reckonAnew()
}
