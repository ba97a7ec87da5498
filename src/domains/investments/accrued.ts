/** SQL of the profit that a running investment has accrued by a moment, rounded down to the cent, as `accruedProfit` does it. */
export function accruedOn(investment: string, now: string): string {
  return `case
    when ${now} >= ${investment}.matures_at then ${investment}.profit
    when ${now} <= ${investment}.opened_at then 0
    else div(${investment}.profit * (extract(epoch from ${now} - ${investment}.opened_at) * 1000), extract(epoch from ${investment}.matures_at - ${investment}.opened_at) * 1000)
  end`
}

/** SQL of what all running investments of an owner have accrued by a moment. */
export function accruedOf(owner: string, now: string): string {
  return `(select coalesce(sum(${accruedOn('investment', now)}), 0)::bigint from investments investment where investment.owner_id = ${owner} and investment.status = 'running')`
}
