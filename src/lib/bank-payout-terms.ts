/** How a firm's bank wants its files of payouts. */
import type { StructuredAddress } from './transfers.ts'

export type BankPayoutTerms = {
  /** Whether the bank books a file as one sum. */
  batchBooking: boolean
  /** Whose day payouts are asked for, by its name in the database of zones. */
  zone: string
  /** Whether every payment names the recipient's bank. */
  creditorAgent: boolean
  letters: 'latin' | 'any'
  addresses: 'none' | 'structured'
  /** The firm's own. */
  address: StructuredAddress | null
}

const usualTerms: BankPayoutTerms = {
  batchBooking: false,
  zone: 'UTC',
  creditorAgent: false,
  letters: 'latin',
  addresses: 'none',
  address: null,
}

type Payouts = { payouts?: { bank: BankPayoutTerms | null } | null }

/** As its pack says it; where that says nothing, as is usual. */
export const bankPayoutsOf = ({ payouts }: Payouts): BankPayoutTerms => payouts?.bank ?? usualTerms
