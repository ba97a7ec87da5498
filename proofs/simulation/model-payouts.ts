/** Payouts in coins, thought again as far as there is no batch: what is refused to whom before there is any. */
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, type By, type Outcome } from './model-bank.ts'

type House = {
  administers(id: string | null): boolean
  /** Whether payouts are blocked. */
  areBlocked(): boolean
}

export class Payouts {
  readonly #house: House
  constructor(house: House) {
    this.#house = house
  }

  /** Of a wallet that nobody has compared. */
  build(by: By): Outcome {
    if (!this.#house.administers(by.actor)) return no('forbidden')
    return this.#house.areBlocked()
      ? no('payouts_blocked')
      : no(
          'wallet_unconfirmed',
          'Two administrators have not compared this wallet with their signer, or another one is used by now. Nothing was built.',
        )
  }

  /** Signing, sending, and giving up what was never sent. */
  byStaff(by: By): Outcome {
    return this.#house.administers(by.actor) ? no('unknown_batch') : no('forbidden')
  }

  /** What the system does with what the chain has. */
  bySystem(by: By): Outcome {
    return by.actor === null ? no('unknown_batch') : no('forbidden')
  }

  drop({ spent }: CommandOf<'DropPayoutBatch'>, by: By): Outcome {
    if ((by.actor === null) !== (spent !== null)) return no('forbidden')
    return spent === null ? this.byStaff(by) : no('unknown_batch')
  }
}
