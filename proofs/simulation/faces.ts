/** One thing as both sides show it: names of figures and states, and their values. */
import type { CoinDeposit, CoinRate } from '../../src/domains/coin-deposits/table.ts'
import type { CoinEntry } from '../../src/domains/receipts/coin-entries.ts'
import type { AccessChange } from '../../src/domains/access-changes/table.ts'
import type { Check } from '../../src/domains/appropriateness/table.ts'
import type { KeptLimit } from '../../src/domains/placing-limits/table.ts'
import type { Correction } from '../../src/domains/corrections/table.ts'
import type { SavedDestination } from '../../src/domains/destinations/table.ts'
import type { Document } from '../../src/domains/documents/table.ts'
import type { Investment } from '../../src/domains/investments/table.ts'
import type { Owner } from '../../src/desk/records.ts'
import type { Plan } from '../../src/domains/plans/table.ts'
import type { BankEntry } from '../../src/domains/receipts/table.ts'
import type { EarlierPayout, PayoutBlock } from '../../src/domains/payouts/blocks/table.ts'
import type { EvidencePack } from '../../src/domains/evidence-packs/table.ts'
import type { Agreement, Proposal } from '../../src/domains/proposals/table.ts'
import type { BatchPayment, PayoutBatch } from '../../src/domains/payouts/batches/table.ts'
import type { BankExport, ExportPayment } from '../../src/domains/payouts/exports/table.ts'
import type { ListPayment, PayoutList } from '../../src/domains/payouts/lists/table.ts'
import type { Reconciliation } from '../../src/domains/reconciliations/table.ts'
import type { RoleChange } from '../../src/domains/role-changes/table.ts'
import type { Case } from '../../src/domains/verification/table.ts'
import type { FirmWallet, WalletAddress } from '../../src/domains/wallets/table.ts'
import type { Withdrawal } from '../../src/domains/withdrawals/table.ts'
import type { World } from '../../src/desk/world.ts'
import { firmsId, type Model } from './model.ts'
import type { Account, Firm, Person } from './model-state.ts'

export type Face = { [name: string]: string | number | bigint | boolean | null }

/** The books have an asset's credit balance; the model, how much is there. */
const signOf = {
  cash: 1n,
  held: 1n,
  invested: 1n,
  promised: 1n,
  capital: 1n,
  'returns-pool': 1n,
  'referral-pool': 1n,
  'corrections-pool': 1n,
  suspense: 1n,
  'client-bank': -1n,
  'firm-bank': -1n,
  'client-wallet-btc': -1n,
  'exchange-btc': 1n,
  'exchange-usd': -1n,
  'client-wallet-usdt': -1n,
  'exchange-usdt': 1n,
  'network-fee-btc': -1n,
}
export type CountedKind = keyof typeof signOf
export const investorsKinds = [
  'cash',
  'held',
  'invested',
  'promised',
] as const satisfies CountedKind[]
export const firmsKinds = [
  'capital',
  'returns-pool',
  'referral-pool',
  'corrections-pool',
  'suspense',
  'client-bank',
  'firm-bank',
  'client-wallet-btc',
  'exchange-btc',
  'exchange-usd',
  'client-wallet-usdt',
  'exchange-usdt',
  'network-fee-btc',
] as const satisfies CountedKind[]

/** An account as the books keep it: credits less debits, and its version. */
export type Booked = (kind: CountedKind) => { balance: bigint; version: bigint }

function addAccounts(face: Face, kinds: readonly CountedKind[], of: Booked): Face {
  for (const kind of kinds) {
    const { balance, version } = of(kind)
    face[kind] = balance * signOf[kind]
    face[`entries of ${kind}`] = version
  }
  return face
}

export function faceOfOwner({ totals, ...owner }: Owner, booked: Booked): Face {
  return addAccounts({ ...owner, ...totals }, investorsKinds, booked)
}

export function faceOfFirm(
  { version, stampedAt }: Pick<Owner, 'version' | 'stampedAt'>,
  booked: Booked,
): Face {
  return addAccounts({ version, stampedAt }, firmsKinds, booked)
}

const inWorld =
  (world: World, owner: string): Booked =>
  (kind) => {
    const { debits, credits, version } = world.books.state(owner, kind)
    return { balance: credits - debits, version }
  }

export function ownerInWorld(world: World, id: string): Face | null {
  const owner = world.owners.get(id)
  if (!owner) return null
  return id === firmsId
    ? faceOfFirm(owner, inWorld(world, id))
    : faceOfOwner(owner, inWorld(world, id))
}

function addFigures(face: Face, accounts: { [kind: string]: Account }): Face {
  for (const [kind, { balance, entries }] of Object.entries(accounts)) {
    face[kind] = balance
    face[`entries of ${kind}`] = BigInt(entries)
  }
  return face
}

function faceOfPerson({
  cash,
  held,
  invested,
  promised,
  running: _,
  totals,
  ...person
}: Person): Face {
  return addFigures({ ...person, ...totals }, { cash, held, invested, promised })
}

function faceOfModelsFirm({
  version,
  stampedAt,
  capital,
  returns,
  referral,
  corrections,
  suspense,
  clientBank,
  firmBank,
  clientWalletBtc,
  exchangeBtc,
  exchangeUsd,
  clientWalletUsdt,
  exchangeUsdt,
  networkFeeBtc,
}: Firm): Face {
  return addFigures(
    { version, stampedAt },
    {
      capital,
      'returns-pool': returns,
      'referral-pool': referral,
      'corrections-pool': corrections,
      suspense,
      'client-bank': clientBank,
      'firm-bank': firmBank,
      'client-wallet-btc': clientWalletBtc,
      'exchange-btc': exchangeBtc,
      'exchange-usd': exchangeUsd,
      'client-wallet-usdt': clientWalletUsdt,
      'exchange-usdt': exchangeUsdt,
      'network-fee-btc': networkFeeBtc,
    },
  )
}

export function ownerInModel(model: Model, id: string): Face | null {
  if (id === firmsId) return faceOfModelsFirm(model.firm)
  const person = model.person(id)
  return person ? faceOfPerson(person) : null
}

export const plain = (
  thing:
    | AccessChange
    | BankEntry
    | CoinDeposit
    | CoinEntry
    | CoinRate
    | Check
    | KeptLimit
    | Case
    | EarlierPayout
    | FirmWallet
    | WalletAddress
    | Proposal
    | Agreement
    | PayoutBlock
    | PayoutBatch
    | BatchPayment
    | PayoutList
    | ListPayment
    | BankExport
    | ExportPayment
    | Reconciliation
    | RoleChange
    | Correction
    | Document
    | EvidencePack
    | Investment
    | Plan
    | SavedDestination
    | Withdrawal
    | undefined,
): Face | null => (thing ? { ...thing } : null)

/** The first way in which the engine's thing isn't the model's, in words, or null. */
export function difference(what: string, model: Face | null, engine: Face | null): string | null {
  if (model === null || engine === null)
    return model === engine ? null : `${what} is known only to the ${model ? 'model' : 'engine'}`
  for (const name of new Set([...Object.keys(model), ...Object.keys(engine)])) {
    if (model[name] !== engine[name])
      return `${name} of ${what} is ${String(model[name])} in the model and ${String(engine[name])} in the engine`
  }
  return null
}
