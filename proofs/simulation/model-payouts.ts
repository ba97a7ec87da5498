/**
 * Payouts in coins, thought again: a batch of approved requests is built, signed, sent, found in the chain and settled, or cancelled.
 * The id of its transaction is made here of its bytes.
 */
import { createHash } from 'node:crypto'
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { BatchPayment, PayoutBatch } from '../../src/domains/payouts/batches/table.ts'
import type { FirmWallet } from '../../src/domains/wallets/table.ts'
import { knownWallets, scriptOf, type KnownPlace } from './known-wallets.ts'
import { CoinPayouts } from './model-coin-payouts.ts'
import { no, said, type By, type Outcome } from './model-house.ts'

type Build = CommandOf<'BuildPayoutBatch'>
type Output = { script: string; amount: bigint }

/** Cents times this are satoshi times millionths of a dollar for a coin. */
const unit = 1_000_000_000_000n
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

export class Payouts extends CoinPayouts<PayoutBatch> {
  protected readonly unknown = 'unknown_batch'
  protected readonly rows = this.house.batches
  protected ended = () => no('batch_ended')

  paymentsOf(batch: string): BatchPayment[] {
    return this.house.batchPayments
      .filter((one) => one.batch === batch)
      .toSorted((one, other) => one.output - other.output)
  }

  /** Those that the chain may have with this request in them. */
  #with(withdrawal: string): PayoutBatch[] {
    return this.house.batches.filter(
      (one) =>
        (isLive(one) || one.status === 'cancelled') &&
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
          'A batch that was signed and cancelled could still pay this request. Nothing was booked: put it into another batch, or wait until the next batch has spent that one’s coin.',
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
    const sent = batches.filter((one) => one.anchor === c.anchor && one.status === 'sent')
    const isDearest = sent.every(({ feeRate, fee }) => c.feeRate > feeRate && c.fee > fee)
    return isDearest ? null : no('fee_too_low')
  }

  /** The place after those of batches that came to something. */
  nextChange(wallet: string): number {
    const used = this.house.batches
      .filter(({ status }) => status !== 'cancelled' && status !== 'void')
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
      differ(coins.map(nameOf)) &&
      outputs.length === payments.length + (change ? 1 : 0) &&
      idOfTransaction(coins, outputs) === txid
    return isRight ? null : no('batch_wrong')
  }

  #keep(c: Build, { id, actor, at }: By): void {
    const { batches, batchPayments: payments, rates, firmsId } = this.house
    for (const one of batches)
      if (one.anchor === c.anchor && one.status === 'built')
        Object.assign(one, { status: 'cancelled', endedAt: at })
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
    if (!this.house.works(by.actor)) return no('forbidden')
    if (this.house.areBlocked()) return no('payouts_blocked')
    const found = this.#walletsOf(c)
    if ('code' in found) return found
    const { changeTo } = found
    const scripts = this.scriptsToPay(c, { unit, most: 100, scriptOf, beside: 'batch' }, by)
    if ('code' in scripts) return scripts
    const outputs: Output[] = c.payments.map(({ quantity: amount }, n) => ({
      script: scripts[n]!,
      amount,
    }))
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

  sign(c: CommandOf<'SignPayoutBatch'>, by: By): Outcome {
    const batch = this.forStaff(c.batch, by)
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

  send(c: CommandOf<'SendPayoutBatch'>, by: By): Outcome {
    const batch = this.forStaff(c.batch, by)
    if ('code' in batch) return batch
    if (batch.txid !== c.txid) return no('not_as_shown')
    if (!batch.isSigned) return no('batch_not_signed')
    return this.letGo(batch, c, by, {
      kind: 'SendPayoutBatch',
      entry: 'payout-batch-sent',
      referenceOf: ({ txid }, output) => nameOf({ txid, output }),
      byYou: 'You have built this batch. A second, different person must send it.',
      byGone:
        'Whoever built this batch no longer has the right to it, or cannot act, and it takes two. Nothing was sent: cancel the batch, or rebuild it.',
      changed: { status: 'sent', sentAt: by.at, sentBy: by.actor },
      says: 'The batch is sent. Each payout is booked once the chain has it deep enough.',
    })
  }

  pay(c: CommandOf<'BookBatchPayment'>, by: By): Outcome {
    const found = this.unpaid(c.batch, c.withdrawal, by)
    if ('code' in found) return found
    const { row, line } = found
    if (row.status === 'void') return no('batch_ended')
    const { output } = this.paymentsOf(row.id).find(
      ({ withdrawal }) => withdrawal === line.withdrawal,
    )!
    if (c.reference !== nameOf({ txid: row.txid, output })) return no('not_as_shown')
    const { exchangeBtc: exchange, clientWalletBtc: wallet } = this.house.firm
    return this.book({ row, line, reference: c.reference, accounts: { exchange, wallet } }, by)
  }

  settle(c: CommandOf<'SettlePayoutBatch'>, by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    const batch = this.row(c.batch)
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

  cancel({ batch: id, spent }: CommandOf<'CancelPayoutBatch'>, by: By): Outcome {
    if ((by.actor === null) !== (spent !== null)) return no('forbidden')
    const batch = spent === null ? this.forStaff(id, by) : this.row(id)
    if ('code' in batch) return batch
    const isPaid = this.paymentsOf(id).some(({ paidAt }) => paidAt !== null)
    const mayEnd = isLive(batch) || batch.status === 'cancelled'
    if (isPaid || !mayEnd || spent?.by === batch.txid) return no('batch_ended')
    if (spent === null) Object.assign(batch, { status: 'cancelled', endedAt: by.at })
    else
      Object.assign(batch, {
        status: 'void',
        endedAt: batch.endedAt ?? by.at,
        spentBy: spent.by,
      })
    this.house.enterFirm(spent === null ? 'payout-batch-cancelled' : 'payout-batch-void', by.at)
    return said(200, 'The batch is cancelled. Its withdrawals wait for another one.')
  }
}
