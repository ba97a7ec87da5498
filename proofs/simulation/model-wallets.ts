/** Wallets that two administrators compare, and whose address is whose, thought again. */
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { FirmWallet, WalletAddress } from '../../src/domains/wallets/table.ts'
import { no, said, type By, type Outcome } from './model-bank.ts'
import type { Person } from './model-state.ts'

type House = {
  firmsId: string
  wallets: FirmWallet[]
  addresses: WalletAddress[]
  /** Where a place of a wallet is, by other means than the product’s. */
  placeOf(descriptor: string, index: number): { script: string; address: string }
  person(id: string | null): Person | undefined
  administers(id: string | null): boolean
  enter(person: Person, kind: string, at: number): void
  enterFirm(kind: string, at: number): void
}

export class Wallets {
  readonly #house: House
  constructor(house: House) {
    this.#house = house
  }

  #of(descriptor: string): FirmWallet | undefined {
    return this.#house.wallets.find((one) => one.descriptor === descriptor)
  }

  #keep(owner: string, wallet: FirmWallet, { id, at }: By): WalletAddress {
    const { addresses } = this.#house
    const index = addresses.filter((one) => one.wallet === wallet.id).length
    const place = this.#house.placeOf(wallet.descriptor, index)
    const kept: WalletAddress = {
      id,
      owner,
      wallet: wallet.id,
      branch: 'people',
      index,
      ...place,
      drawnAt: at,
    }
    addresses.push(kept)
    return kept
  }

  compare({ network, descriptor, address }: CommandOf<'CompareWallet'>, by: By): Outcome {
    const { firmsId } = this.#house
    if (by.actor === null || !this.#house.administers(by.actor)) return no('forbidden')
    if (this.#house.placeOf(descriptor, 0).address !== address) return no('signer_differs')
    const known = this.#of(descriptor)
    if (known?.status === 'confirmed')
      return no('nothing_to_change', 'This wallet is confirmed already. Nothing was changed.')
    if (known?.comparedBy === by.actor) return no('same_approver')
    const isSecond = known !== undefined && this.#house.administers(known.comparedBy)
    if (isSecond)
      Object.assign(known, { status: 'confirmed', confirmedAt: by.at, confirmedBy: by.actor })
    else if (known) Object.assign(known, { comparedAt: by.at, comparedBy: by.actor })
    else {
      const wallet: FirmWallet = {
        id: by.id,
        owner: firmsId,
        network,
        descriptor,
        status: 'compared',
        comparedAt: by.at,
        comparedBy: by.actor,
        confirmedAt: null,
        confirmedBy: null,
      }
      this.#house.wallets.push(wallet)
      this.#keep(firmsId, wallet, by)
    }
    this.#house.enterFirm('wallet-compared', by.at)
    return isSecond
      ? said(200, 'The wallet is confirmed: people get addresses of it.')
      : said(
          202,
          'Recorded. A second, different administrator must compare it with their own signer before it is used.',
        )
  }

  draw({ owner, network, descriptor }: CommandOf<'DrawAddress'>, by: By): Outcome {
    const person = this.#house.person(owner)
    if (!person) return no('unknown_user')
    if (person.status === 'closed') return no('account_closed')
    const wallet = this.#of(descriptor)
    if (wallet?.status !== 'confirmed' || wallet.network !== network)
      return no('wallet_unconfirmed')
    const has = this.#house.addresses.some((one) => one.owner === owner && one.wallet === wallet.id)
    if (has) return no('nothing_to_change', 'There is an address already. Nothing was changed.')
    const { address } = this.#keep(owner, wallet, by)
    this.#house.enter(person, 'address-drawn', by.at)
    return { status: 201, body: { status: 'success', data: { address } } }
  }
}
