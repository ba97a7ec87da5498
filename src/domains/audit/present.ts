import { sentenceOf, theFirm, titleOfAction } from '../../contract/audit-actions.ts'
import type { AuditItem } from '../../contract/audit.ts'
import { closedName, party } from '../../desk/spoken.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import { withoutSecrets } from '../../contract/check-secrets.ts'

export type AuditRow = {
  id: string
  at: Instant
  kind: string
  outcome: string
  input: Record<string, string | number | boolean>
  /** Null: the operator, at the shell. */
  actor: OwnerId | null
  actor_name: string | null
  subject: OwnerId | null
  subject_name: string | null
  texts: { reason?: string; changes?: AuditItem['changes'] } | null
  amount: Cents | null
  hash: string | null
  /** Of the row that it left in the list of the one whom it is about. */
  listed_as: string | null
}

/** The kinds of activity of what waits for a second person: the journal calls such a command done, but nothing was posted. */
const waited: Record<string, string> = {
  'correction-proposed': 'proposed',
  'referral-credit-proposed': 'proposed',
  'access-change-proposed': 'proposed',
  'role-proposed': 'proposed',
  'bank-entry-proposed': 'proposed',
  proposed: 'proposed',
  'proposal-agreed': 'first_approval',
  'final-refusal-proposed': 'proposed',
  'check-proposed': 'proposed',
  'withdrawal-first-approval': 'first_approval',
}
export const waitedKinds = Object.keys(waited)

/** The public facts that are amounts: cents as text. */
const money = new Set([
  'amount',
  'profit',
  'principal',
  'credited',
  'fundingAmount',
  'secondApprovalAbove',
  'secondApprovalInAllAbove',
])

const centsIn = (value: unknown): Cents | null =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null

function detailsOf({ kind, input }: AuditRow): Record<string, string> {
  return Object.fromEntries(
    Object.entries(withoutSecrets(kind, input)).flatMap(([name, value]) => {
      if (value === null) return []
      const cents = money.has(name) ? centsIn(value) : null
      return [[name, cents === null ? String(value) : formatUsd(cents)]]
    }),
  )
}

function subjectOf({ subject, subject_name: name }: AuditRow): AuditItem['subject'] {
  if (subject === null) return null
  return { id: subject, fullName: subject === firm ? theFirm : (name ?? closedName) }
}

export function presentAuditItem(row: AuditRow): AuditItem {
  const amount = row.amount ?? centsIn(row.input.amount)
  const told = {
    actor:
      row.actor === null
        ? { id: firm, fullName: 'The operator' }
        : party(row.actor, row.actor_name),
    kind: row.kind,
    subject: subjectOf(row),
    outcome:
      (row.outcome === 'done' && row.listed_as !== null && waited[row.listed_as]) || row.outcome,
    reason: row.texts?.reason ?? null,
    details: detailsOf(row),
  }
  return {
    ...told,
    id: row.id,
    at: isoFromInstant(row.at),
    title: titleOfAction(row.kind),
    sentence: sentenceOf(told),
    changes: row.texts?.changes ?? [],
    amount: amount === null ? null : dollarsFromCents(amount),
    hash: row.hash,
  }
}
