import type { Cents } from '../../lib/money.ts'
import { debts, kinds, type Kind, type OwnerId } from './chart.ts'
import { forbidden, type Account, type Booked, type Posting } from './posting.ts'

export type AccountState = Readonly<{ debits: Cents; credits: Cents; version: bigint }>

const unused: AccountState = { debits: 0n, credits: 0n, version: 0n }

/** Balances in memory: what a batch works on, and what the rules are proved on. */
export class Books {
  readonly #owners = new Map<OwnerId, Map<Kind, AccountState>>()

  /** Takes over an account as it stands in the database. The state given is kept as it is: a movement puts another in its place. */
  set({ owner, kind }: Account, state: AccountState): void {
    const accounts = this.#owners.get(owner)
    if (accounts) accounts.set(kind, state)
    else this.#owners.set(owner, new Map([[kind, state]]))
  }

  state(owner: OwnerId, kind: Kind): AccountState {
    return this.#owners.get(owner)?.get(kind) ?? unused
  }

  /** Credits less debits: what is owed, for a claim. For an asset it is the negative of what is there. */
  balance(owner: OwnerId, kind: Kind): Cents {
    const { debits, credits } = this.state(owner, kind)
    return credits - debits
  }

  *accounts(): Iterable<Account & AccountState> {
    for (const [owner, accounts] of this.#owners)
      for (const [kind, state] of accounts) yield { owner, kind, ...state }
  }

  /** Books postings in order; a forbidden one, or one that takes a guarded account below zero, is a fault of ours and throws. */
  post(postings: readonly Posting[]): Booked[] {
    return postings.map((posting) => {
      const fault = forbidden(posting) ?? this.#shortfall(posting)
      if (fault) throw new Error(`Impossible posting ${posting.event}: ${fault}`)
      const debitVersion = this.#move(posting.debit, posting.amount, 0n)
      const creditVersion = this.#move(posting.credit, 0n, posting.amount)
      return { ...posting, debitVersion, creditVersion }
    })
  }

  #shortfall({ debit, credit, amount }: Posting): string | null {
    if (kinds[debit.kind].guarded && this.balance(debit.owner, debit.kind) < amount)
      return `${debit.kind} would go below zero`
    return debts.includes(credit.kind) && -this.balance(credit.owner, credit.kind) < amount
      ? `${credit.kind} would be in credit`
      : null
  }

  #move(account: Account, debit: Cents, credit: Cents): bigint {
    const { debits, credits, version } = this.state(account.owner, account.kind)
    this.set(account, { debits: debits + debit, credits: credits + credit, version: version + 1n })
    return version + 1n
  }
}
