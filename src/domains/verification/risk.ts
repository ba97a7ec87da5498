/** How closely somebody has to be looked at, by what is known of them, and why in words. Pure. */
import type { RiskGrade } from '../../contract/verification.ts'
import { countryName } from '../../lib/countries.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { isServed, type Served } from './rules.ts'

export type RiskFacts = {
  /** Null once it was erased. */
  country: string | null
  /** What is theirs here, and what waits to be. */
  money: Cents
  hasProofOfIncome: boolean
  /** How many other people were verified by a document with the same number. */
  sameDocument: number
  /** How many other people entered the same address. */
  sameAddress: number
  /** Whether USDT of theirs came from a contract, and how many other people it paid from the same addresses. */
  senders: { isContract: boolean; others: number }
}

/** What the operator's pack says of it. */
export type RiskTerms = {
  served: Served
  highRisk: readonly string[]
  /** In cents: whoever has more is asked where it comes from. */
  incomeProofAbove: Cents
}

export type Risk = { grade: RiskGrade; reasons: string[] }

/** `isNote`: said, and no reason to look more closely by itself, as most exchanges pay so. */
type Reason = { text: string; isHigh?: true; isNote?: true }

const others = (count: number) => (count === 1 ? 'another person' : `${count} other people`)

function reasonsFor(facts: RiskFacts, { served, highRisk, incomeProofAbove }: RiskTerms): Reason[] {
  const { country, money, hasProofOfIncome, sameDocument, sameAddress, senders } = facts
  const reasons: Reason[] = []
  if (country !== null && !isServed(country, served))
    reasons.push({ text: `Country not served: ${countryName(country)}`, isHigh: true })
  if (country !== null && highRisk.includes(country))
    reasons.push({ text: `High-risk country: ${countryName(country)}`, isHigh: true })
  if (sameDocument > 0)
    reasons.push({ text: `Same document number as ${others(sameDocument)}`, isHigh: true })
  if (sameAddress > 0) reasons.push({ text: `Same address as ${others(sameAddress)}` })
  if (money > incomeProofAbove && !hasProofOfIncome)
    reasons.push({ text: `No proof of income for more than ${formatUsd(incomeProofAbove)}` })
  if (senders.isContract) reasons.push({ text: 'USDT came from a contract', isNote: true })
  if (senders.others > 0)
    reasons.push({
      text: `USDT came from an address that also paid ${others(senders.others)} here: perhaps an exchange’s`,
      isNote: true,
    })
  return reasons
}

/** One plain reason raises it; a grave one, or two, make it high. */
export function riskOf(facts: RiskFacts, terms: RiskTerms): Risk {
  const reasons = reasonsFor(facts, terms)
  const counted = reasons.filter((one) => !one.isNote)
  const isHigh = counted.length > 1 || counted.some((one) => one.isHigh)
  const grade = isHigh ? 'high' : counted.length > 0 ? 'raised' : 'low'
  return { grade, reasons: reasons.map(({ text }) => text) }
}
