import type { Cents } from '../../lib/money.ts'
import { kinds, type Kind, type OwnerId } from './chart.ts'
import { forbidden, type Account, type Posting } from './posting.ts'

export type AccountState = { debits: Cents; credits: Cents; version: bigint }

/** Balances in memory: what a batch works on, and what the rules are proved on. */
export class Books {
  readonly #accounts = new Map<string, Account & AccountState>()

  /** Takes over the state of an account as it stands in the database. */
  set(account: Account, state: AccountState): void {
    this.#accounts.set(`${account.owner} ${account.kind}`, { ...account, ...state })
  }

  state(owner: OwnerId, kind: Kind): AccountState {
    return this.#accounts.get(`${owner} ${kind}`) ?? { debits: 0n, credits: 0n, version: 0n }
  }

  /** Credits less debits: what is owed, for a claim. For an asset it is the negative of what is there. */
  balance(owner: OwnerId, kind: Kind): Cents {
    const { debits, credits } = this.state(owner, kind)
    return credits - debits
  }

  accounts(): Iterable<Account & AccountState> {
    return this.#accounts.values()
  }

  /** Books postings in order; a forbidden one, or one that takes a guarded account below zero, is a fault of ours and throws. */
  post(postings: readonly Posting[]): void {
    for (const posting of postings) {
      const fault = forbidden(posting) ?? this.#shortfall(posting)
      if (fault) throw new Error(`Impossible posting ${posting.event}: ${fault}`)
      this.#move(posting.debit, posting.amount, 0n)
      this.#move(posting.credit, 0n, posting.amount)
    }
  }

  #shortfall({ debit, amount }: Posting): string | null {
    const short = kinds[debit.kind].guarded && this.balance(debit.owner, debit.kind) < amount
    return short ? `${debit.kind} would go below zero` : null
  }

  #move(account: Account, debit: Cents, credit: Cents): void {
    const { debits, credits, version } = this.state(account.owner, account.kind)
    this.set(account, { debits: debits + debit, credits: credits + credit, version: version + 1n })
  }
}
