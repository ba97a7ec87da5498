/** Wallets that two administrators compare, and whose address is whose, thought again. */
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { FirmWallet, WalletAddress } from '../../src/domains/wallets/table.ts'
import { knownAccount, knownWallets } from './known-wallets.ts'
import { no, Part, said, type By, type Outcome } from './model-house.ts'

/** Where a place of a wallet is, by other means than the product’s. */
const placeOf = (descriptor: string, index: number) =>
  [...knownWallets, knownAccount].find((one) => one.descriptor === descriptor)!.places[index]!

export class Wallets extends Part {
  #of({ network, descriptor }: Pick<FirmWallet, 'network' | 'descriptor'>) {
    return this.house.wallets.find(
      (one) => one.descriptor === descriptor && one.network === network,
    )
  }

  #keep(owner: string, wallet: FirmWallet, index: number, { id, at }: By): WalletAddress {
    const place = placeOf(wallet.descriptor, index)
    const kept: WalletAddress = {
      id,
      owner,
      wallet: wallet.id,
      branch: 'people',
      index,
      ...place,
      drawnAt: at,
    }
    this.house.addresses.push(kept)
    return kept
  }

  #confirm(wallet: FirmWallet, by: By): void {
    const { wallets, addresses, firmsId } = this.house
    const isTron = ({ network }: FirmWallet) => network.startsWith('tron')
    for (const one of wallets)
      if (one.status === 'confirmed' && isTron(one) === isTron(wallet)) one.status = 'retired'
    Object.assign(wallet, { status: 'confirmed', confirmedAt: by.at, confirmedBy: by.actor })
    if (!addresses.some(({ owner, wallet: id }) => owner === firmsId && id === wallet.id))
      this.#keep(firmsId, wallet, 0, by)
  }

  compare(c: CommandOf<'CompareWallet'>, by: By): Outcome {
    const { network, descriptor, address } = c
    const { firmsId } = this.house
    if (by.actor === null || !this.house.works(by.actor)) return no('forbidden')
    if (placeOf(descriptor, 0).address !== address) return no('signer_differs')
    const known = this.#of(c)
    const { script } = placeOf(descriptor, 0)
    if (this.house.addresses.some((one) => one.script === script && one.wallet !== known?.id))
      return no('wallet_known')
    if (known?.status === 'confirmed')
      return no('nothing_to_change', 'This wallet is confirmed already. Nothing was changed.')
    const waits = known?.status === 'compared'
    if (waits && known.comparedBy === by.actor) return no('same_approver')
    const isSecond = waits && this.house.gives(known.comparedBy, 'CompareWallet')
    const first = { status: 'compared' as const, comparedAt: by.at, comparedBy: by.actor }
    const none = { confirmedAt: null, confirmedBy: null }
    if (isSecond) this.#confirm(known, by)
    else if (known) Object.assign(known, first, none)
    else
      this.house.wallets.push({
        id: by.id,
        owner: firmsId,
        network,
        descriptor,
        nextIndex: 1,
        ...first,
        ...none,
      })
    this.house.enterFirm('wallet-compared', by.at)
    return isSecond
      ? said(200, 'The wallet is confirmed: people get addresses of it.')
      : said(
          202,
          'Recorded. A second, different person must compare it with their own signer before it is used.',
        )
  }

  /** The next place, whoever had it, is the firm's from now on. */
  reserve(c: CommandOf<'ReserveAddress'>, by: By): Outcome {
    const wallet = this.#of(c)
    if (!wallet || wallet.status === 'compared' || wallet.nextIndex !== c.index)
      return no('nothing_to_change', 'This place is not the next one. Nothing was changed.')
    this.#keep(this.house.firmsId, wallet, c.index, by)
    wallet.nextIndex += 1
    this.house.enterFirm('address-reserved', by.at)
    return said(200, 'Reserved')
  }

  draw(c: CommandOf<'DrawAddress'>, by: By): Outcome {
    const person = this.house.holder(c.owner)
    if ('code' in person) return person
    const wallet = this.#of(c)
    if (wallet?.status !== 'confirmed') return no('wallet_unconfirmed')
    const has = this.house.addresses.some(
      (one) => one.owner === c.owner && one.wallet === wallet.id,
    )
    if (has) return no('nothing_to_change', 'There is an address already. Nothing was changed.')
    const { address } = this.#keep(c.owner, wallet, wallet.nextIndex, by)
    wallet.nextIndex += 1
    this.house.enter(person, 'address-drawn', by.at)
    return { status: 201, body: { status: 'success', data: { address } } }
  }
}
