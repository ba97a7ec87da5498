/**
 * Payouts in coins, thought again: a batch of approved requests is built, signed, sent, found in the chain and settled, or given up.
 * The id of its transaction is made here of its bytes.
 */
import { createHash } from 'node:crypto'
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { BatchPayment, PayoutBatch } from '../../src/domains/payouts/batches/table.ts'
import type { FirmWallet } from '../../src/domains/wallets/table.ts'
import { knownWallets, scriptOf, type KnownPlace } from './known-wallets.ts'
import { payeeFrozen } from './model-bank.ts'
import { firmsId, no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import type { BankExports } from './model-bank-exports.ts'
import type { PayoutBlocks } from './model-payout-block.ts'
import { letters } from './model-words.ts'

type Build = CommandOf<'BuildPayoutBatch'>
type Send = CommandOf<'SendPayoutBatch'>
type Output = { script: string; amount: bigint }

/** Cents times this are satoshi times millionths of a dollar for a coin. */
const unit = 1_000_000_000_000n
const coinsFor = (cents: bigint, rate: bigint) => (cents * unit) / rate
/** Rounded up. */
const costOf = (coins: bigint, rate: bigint) => {
  const parts = coins * rate
  return parts % unit === 0n ? parts / unit : parts / unit + 1n
}

const isLive = ({ status }: PayoutBatch) => status === 'built' || status === 'sent'
const nameOf = ({ txid, output }: { txid: string; output: number }) => `${txid}:${output}`

const little = (value: bigint | number, bytes: number) =>
  Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(bytes * 2, '0'),
    'hex',
  ).toReversed()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The id of what spends these to those, before anybody has signed: version 2, replaceable, to be mined at any time. Fewer than 253 of each. */
export function idOfTransaction(coins: Build['coins'], outputs: readonly Output[]): string {
  const bytes = Buffer.concat([
    little(2, 4),
    little(coins.length, 1),
    ...coins.flatMap(({ txid, output }) => [
      Buffer.from(txid, 'hex').toReversed(),
      little(output, 4),
      little(0, 1),
      little(0xfffffffd, 4),
    ]),
    little(outputs.length, 1),
    ...outputs.flatMap(({ script, amount }) => [
      little(amount, 8),
      little(script.length / 2, 1),
      Buffer.from(script, 'hex'),
    ]),
    little(0, 4),
  ])
  return Buffer.from(sha256(sha256(bytes)).toReversed()).toString('hex')
}

const total = (some: readonly { amount: bigint }[]) =>
  some.reduce((sum, { amount }) => sum + amount, 0n)
const differ = (some: readonly string[]) => new Set(some).size === some.length

export class Payouts extends Part {
  readonly #exports: BankExports
  readonly #earlier: PayoutBlocks
  constructor(house: House, { exports, earlier }: { exports: BankExports; earlier: PayoutBlocks }) {
    super(house)
    this.#exports = exports
    this.#earlier = earlier
  }

  paymentsOf(batch: string): BatchPayment[] {
    return this.house.batchPayments
      .filter((one) => one.batch === batch)
      .toSorted((one, other) => one.output - other.output)
  }

  /** Those that the chain may have with this request in them. */
  #with(withdrawal: string): PayoutBatch[] {
    return this.house.batches.filter(
      (one) =>
        (isLive(one) || one.status === 'dropped') &&
        this.paymentsOf(one.id).some((payment) => payment.withdrawal === withdrawal),
    )
  }

  /** Why a request is neither paid by hand nor given back. */
  refusalOf(withdrawal: string): Refusal | null {
    const batches = this.#with(withdrawal)
    if (batches.some(isLive)) return no('in_a_batch')
    return batches.some(({ signedDigest }) => signedDigest !== null)
      ? no(
          'in_a_batch',
          'A batch that was signed and given up could still pay this request. Nothing was booked: put it into another batch, or wait until the next batch has spent that one’s coin.',
        )
      : null
  }

  #walletsOf(c: Build): { changeTo: FirmWallet } | Refusal {
    const [wallet, changeTo] = [c.wallet, c.changeWallet].map((wanted) =>
      this.house.wallets.find(({ id }) => id === wanted),
    )
    return wallet &&
      wallet.status !== 'compared' &&
      changeTo?.status === 'confirmed' &&
      wallet.network === changeTo.network &&
      wallet.network !== 'tron-sample'
      ? { changeTo }
      : no(
          'wallet_unconfirmed',
          'Two administrators have not compared this wallet with their signer, or another one is used by now. Nothing was built.',
        )
  }

  /** Where a payment goes. */
  #paid({ withdrawal, amount, quantity }: Build['payments'][number], rate: bigint, by: By) {
    const request = this.house.request(withdrawal)
    if (!request) return no('unknown_withdrawal')
    if (request.owner === by.actor) return no('not_on_yourself')
    if (request.status !== 'approved' || request.type !== 'bank_transfer') return no('not_approved')
    if (this.house.person(request.owner)!.status === 'frozen') return payeeFrozen()
    const exported = this.#exports.refusalOf(withdrawal)
    if (exported) return exported
    const script = scriptOf(request.walletAddress!)
    if (script === null) return no('not_a_coin_address')
    if (this.house.addresses.some((one) => one.script === script))
      return no(
        'not_a_coin_address',
        'This is one of the firm’s own addresses. Nothing was built: return the request, so that its user can ask for another one.',
      )
    return amount === request.amount && quantity > 0n && quantity === coinsFor(amount, rate)
      ? { script, amount: quantity }
      : no('batch_wrong')
  }

  #besideOthers(c: Build): Refusal | null {
    const { batches } = this.house
    const before = batches.find(({ id }) => id === c.replaces)
    if (c.replaces !== null && !before) return no('unknown_batch')
    if (before && !isLive(before)) return no('batch_ended')
    const others = c.payments.flatMap(({ withdrawal }) => this.#with(withdrawal))
    if (!before && others.some(isLive)) return no('in_a_batch')
    if ([...(before ? [before] : []), ...others].some(({ anchor }) => anchor !== c.anchor))
      return no('batches_apart')
    const spent = c.coins.map(nameOf)
    if (!spent.includes(c.anchor)) return no('batch_wrong')
    const taken = batches
      .filter((one) => isLive(one) && !(before && one.anchor === c.anchor))
      .flatMap(({ inputs }) => inputs.split(' '))
    if (spent.some((coin) => taken.includes(coin))) return no('batch_changed')
    return before?.status === 'sent' && (c.feeRate <= before.feeRate || c.fee <= before.fee)
      ? no('fee_too_low')
      : null
  }

  /** The place after those of batches that came to something. */
  nextChange(wallet: string): number {
    const used = this.house.batches
      .filter(({ status }) => status !== 'dropped' && status !== 'void')
      .filter(({ changeWallet }) => changeWallet === wallet)
      .map(({ changeIndex }) => changeIndex ?? -1)
    return Math.max(-1, ...used) + 1
  }

  #wrongSums({ coins, payments, change, fee, txid }: Build, outputs: readonly Output[]) {
    const isRight =
      total(coins) === total(outputs) + fee &&
      fee > 0n &&
      coins.length > 0 &&
      coins.length <= 50 &&
      payments.length > 0 &&
      differ(coins.map(nameOf)) &&
      differ(payments.map(({ withdrawal }) => withdrawal)) &&
      outputs.length === payments.length + (change ? 1 : 0) &&
      idOfTransaction(coins, outputs) === txid
    return isRight ? null : no('batch_wrong')
  }

  #keep(c: Build, { id, actor, at }: By): void {
    const { batches, batchPayments: payments, rates, firmsId } = this.house
    for (const one of batches)
      if (one.anchor === c.anchor && one.status === 'built')
        Object.assign(one, { status: 'dropped', endedAt: at })
    const { wallet, changeWallet, txid, anchor, replaces, digest, feeRate, fee, rate, sources } = c
    batches.push({
      id,
      owner: firmsId,
      wallet,
      changeWallet,
      changeIndex: c.change?.index ?? null,
      changeAmount: c.change?.amount ?? null,
      txid,
      inputs: c.coins.map(nameOf).join(' '),
      anchor,
      replaces,
      digest,
      feeRate,
      fee,
      quantity: total(c.coins) - fee - (c.change?.amount ?? 0n),
      amount: total(c.payments),
      status: 'built',
      builtAt: at,
      builtBy: actor!,
      signedDigest: null,
      isSigned: false,
      sentAt: null,
      sentBy: null,
      endedAt: null,
      spentBy: null,
    })
    for (const [output, one] of c.payments.entries())
      payments.push({ ...one, batch: id, output, paidAt: null })
    rates.push({ id, coin: 'BTC', rate, sources, at })
  }

  #note(wallet: FirmWallet, index: number, place: KnownPlace, { id, at }: By): void {
    const { addresses, firmsId } = this.house
    if (addresses.some(({ script }) => script === place.script)) return
    const where = { id, owner: firmsId, wallet: wallet.id, branch: 'change' as const, index }
    addresses.push({ ...where, ...place, drawnAt: at })
  }

  build(c: Build, by: By): Outcome {
    if (!this.house.administers(by.actor)) return no('forbidden')
    if (this.house.areBlocked()) return no('payouts_blocked')
    const found = this.#walletsOf(c)
    if ('code' in found) return found
    const { changeTo } = found
    const outputs: Output[] = []
    for (const payment of c.payments) {
      const output = this.#paid(payment, c.rate, by)
      if ('code' in output) return output
      outputs.push(output)
    }
    const beside = this.#besideOthers(c)
    if (beside) return beside
    const { change } = c
    if (change && change.index !== this.nextChange(changeTo.id)) return no('batch_changed')
    const place =
      change &&
      knownWallets.find((one) => one.descriptor === changeTo.descriptor)!.change[change.index]
    if (change) outputs.push({ script: place!.script, amount: change.amount })
    const wrong = this.#wrongSums(c, outputs)
    if (wrong) return wrong
    if (change) this.#note(changeTo, change.index, place!, by)
    this.#keep(c, by)
    this.house.enterFirm('payout-batch-built', by.at)
    const message = 'The batch is built. Download it, have it signed and upload what comes of it.'
    return { status: 201, body: { status: 'success', message, data: { id: by.id, txid: c.txid } } }
  }

  #batch(id: string): PayoutBatch | Refusal {
    return this.house.batches.find((one) => one.id === id) ?? no('unknown_batch')
  }

  #forStaff(id: string, by: By): PayoutBatch | Refusal {
    if (!this.house.administers(by.actor)) return no('forbidden')
    const batch = this.#batch(id)
    if ('code' in batch) return batch
    return batch.status === 'built' ? batch : no('batch_ended')
  }

  sign(c: CommandOf<'SignPayoutBatch'>, by: By): Outcome {
    const batch = this.#forStaff(c.batch, by)
    if ('code' in batch) return batch
    if (batch.isSigned)
      return no('nothing_to_change', 'This batch is signed already. Nothing was changed.')
    if (batch.signedDigest !== c.before) return no('batch_changed')
    if (batch.signedDigest === c.digest)
      return no('nothing_to_change', 'These signatures are there already. Nothing was changed.')
    Object.assign(batch, { signedDigest: c.digest, isSigned: c.isWhole })
    this.house.enterFirm('payout-batch-signed', by.at)
    return c.isWhole
      ? said(200, 'The batch is signed. It can be sent.')
      : said(
          200,
          'The signatures are kept. Others are still missing: download the batch again for the next signer.',
        )
  }

  #unsendable(c: Send): Refusal | null {
    const payments = this.paymentsOf(c.batch)
    const listed = (some: readonly { withdrawal: string; amount: bigint }[]) =>
      some.map(({ withdrawal, amount }) => `${withdrawal} ${amount}`).join()
    if (listed(payments) !== listed(c.payments)) return no('batch_changed')
    for (const { withdrawal, owner } of c.payments) {
      const request = this.house.request(withdrawal)!
      if (request.status !== 'approved' || request.owner !== owner) return no('not_approved')
      if (this.house.person(owner)!.status === 'frozen') return payeeFrozen()
    }
    return null
  }

  send(c: Send, by: By): Outcome {
    const batch = this.#forStaff(c.batch, by)
    if ('code' in batch) return batch
    if (batch.txid !== c.txid) return no('not_as_shown')
    if (!batch.isSigned) return no('batch_not_signed')
    const refusal = this.#unsendable(c)
    if (refusal) return refusal
    const isAlone = batch.builtBy === by.actor || !this.house.administers(batch.builtBy)
    if (isAlone && this.house.tooMuch(c, by.actor, firmsId, batch.amount) !== '')
      return batch.builtBy === by.actor
        ? no(
            'same_approver',
            'You have built this batch. A second, different administrator must send it.',
          )
        : no(
            'first_approver_gone',
            'Whoever built this batch is no longer an administrator who can act, and it takes two. Nothing was sent: give the batch up, or build it anew.',
          )
    const earlier = this.#earlier
    const paid = c.payments.map(({ owner: person, withdrawal: request, amount }, output) => {
      const reference = nameOf({ txid: c.txid, output })
      return { kind: 'withdrawal' as const, person, request, reference, amount }
    })
    const blocked = paid.map((one) => earlier.refusalOf(one)).find((one) => one !== null)
    if (blocked) return blocked
    for (const one of paid) earlier.match(one, by)
    if (isAlone) this.house.alone('SendPayoutBatch', c, by, firmsId, batch.amount)
    Object.assign(batch, { status: 'sent', sentAt: by.at, sentBy: by.actor })
    this.house.enterFirm('payout-batch-sent', by.at)
    return said(200, 'The batch is sent. Each payout is booked once the chain has it deep enough.')
  }

  #unpayable(c: CommandOf<'PayPayout'>, by: By): Refusal | null {
    if (by.actor !== null) return no('forbidden')
    const batch = this.#batch(c.batch)
    if ('code' in batch) return batch
    const payment = this.paymentsOf(c.batch).find(({ withdrawal }) => withdrawal === c.withdrawal)
    if (!payment) return no('unknown_withdrawal')
    if (payment.paidAt !== null) return no('nothing_to_change', 'This payout is booked already.')
    if (batch.status === 'void') return no('batch_ended')
    if (c.reference !== nameOf({ txid: batch.txid, output: payment.output }))
      return no('not_as_shown')
    if (this.house.request(c.withdrawal)!.status !== 'approved')
      return no(
        'not_approved',
        'The chain has this payout, and its request is not approved any more. Nothing was booked.',
      )
    return this.house.references.has(`payout ${letters(c.reference)}`) ? no('reference_used') : null
  }

  pay(c: CommandOf<'PayPayout'>, by: By): Outcome {
    const refusal = this.#unpayable(c, by)
    if (refusal) return refusal
    const { firm, add, references } = this.house
    const { reference } = c
    const request = this.house.request(c.withdrawal)!
    const { id, owner, amount } = request
    const payments = this.paymentsOf(c.batch)
    const payment = payments.find(({ withdrawal }) => withdrawal === id)!
    const person = this.house.person(owner)!
    // The chain has it, whether others are blocked or not.
    this.#earlier.match({ kind: 'withdrawal', person: owner, request: id, reference, amount }, by)
    add(person.held, -amount)
    add(firm.exchangeUsd, -amount)
    add(firm.exchangeBtc, -payment.quantity)
    add(firm.clientWalletBtc, -payment.quantity)
    person.totals.withdrawn += amount
    references.add(`payout ${letters(reference)}`)
    Object.assign(request, { status: 'paid', payoutReference: reference })
    payment.paidAt = by.at
    const batch = this.house.batches.find((one) => one.id === c.batch)!
    if (payments.every(({ paidAt }) => paidAt !== null))
      Object.assign(batch, { status: 'paid', endedAt: batch.endedAt ?? by.at })
    this.house.enter(person, 'withdrawal-paid', by.at)
    return said(200, 'Payout booked')
  }

  settle(c: CommandOf<'SettlePayoutBatch'>, by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    const batch = this.#batch(c.batch)
    if ('code' in batch) return batch
    if (batch.status !== 'paid') return no('batch_ended')
    const { firm, rates, add } = this.house
    const cost = costOf(batch.fee, rates.find(({ id }) => id === batch.id)!.rate)
    if (firm.capital.balance < cost) return no('capital_short')
    add(firm.networkFeeBtc, batch.fee)
    add(firm.clientWalletBtc, -batch.fee)
    for (const account of [firm.capital, firm.firmBank, firm.exchangeUsd]) add(account, -cost)
    add(firm.clientBank, cost)
    batch.status = 'settled'
    this.house.enterFirm('payout-batch-settled', by.at)
    return said(200, 'The network’s fee is booked')
  }

  drop({ batch: id, spent }: CommandOf<'DropPayoutBatch'>, by: By): Outcome {
    if ((by.actor === null) !== (spent !== null)) return no('forbidden')
    const batch = spent === null ? this.#forStaff(id, by) : this.#batch(id)
    if ('code' in batch) return batch
    const isPaid = this.paymentsOf(id).some(({ paidAt }) => paidAt !== null)
    const mayEnd = isLive(batch) || batch.status === 'dropped'
    if (isPaid || !mayEnd || spent?.by === batch.txid) return no('batch_ended')
    if (spent === null) Object.assign(batch, { status: 'dropped', endedAt: by.at })
    else
      Object.assign(batch, {
        status: 'void',
        endedAt: batch.endedAt ?? by.at,
        spentBy: spent.by,
      })
    this.house.enterFirm(spent === null ? 'payout-batch-dropped' : 'payout-batch-void', by.at)
    return said(200, 'The batch is given up. Its withdrawals wait for another one.')
  }
}
