/** One thing as both sides show it: names of figures and states, and their values. */
import type { Owner } from '../../src/desk/records.ts'
import type { World } from '../../src/desk/world.ts'
import type { Model } from './model.ts'
import { firmsId } from './model-house.ts'
import type { Account, Firm, Person } from './model-state.ts'

export type Face = { [name: string]: string | number | bigint | boolean | null }

/** The books have an asset's credit balance; the model, how much is there. */
const investorsSides = {
  cash: 1n,
  held: 1n,
  invested: 1n,
  promised: 1n,
  security: 1n,
  owed: -1n,
}
const firmsSides = {
  capital: 1n,
  'returns-pool': 1n,
  'referral-pool': 1n,
  'corrections-pool': 1n,
  'loan-pool': 1n,
  lent: 1n,
  earned: 1n,
  'loan-income': 1n,
  suspense: 1n,
  'client-bank': -1n,
  'firm-bank': -1n,
  'client-wallet-btc': -1n,
  'exchange-btc': 1n,
  'exchange-usd': -1n,
  'client-wallet-usdt': -1n,
  'exchange-usdt': 1n,
  'network-fee-btc': -1n,
} satisfies Record<keyof ReturnType<typeof firmsAccounts>, bigint>
export type FirmsKind = keyof typeof firmsSides
type CountedKind = FirmsKind | keyof typeof investorsSides
export const firmsKinds = Object.keys(firmsSides) as FirmsKind[]

/** An account as the books keep it: credits less debits, and its version. */
export type Booked = (kind: CountedKind) => { balance: bigint; version: bigint }

function addAccounts(face: Face, sides: { [K in CountedKind]?: bigint }, of: Booked): Face {
  for (const [kind, side] of Object.entries(sides) as [CountedKind, bigint][]) {
    const { balance, version } = of(kind)
    face[kind] = balance * side
    face[`entries of ${kind}`] = version
  }
  return face
}

export function faceOfOwner({ totals, ...owner }: Owner, booked: Booked): Face {
  return addAccounts({ ...owner, ...totals }, investorsSides, booked)
}

export function faceOfFirm(
  { version, stampedAt }: Pick<Owner, 'version' | 'stampedAt'>,
  booked: Booked,
): Face {
  return addAccounts({ version, stampedAt }, firmsSides, booked)
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
  security,
  owed,
  running: _,
  totals,
  ...person
}: Person): Face {
  return addFigures({ ...person, ...totals }, { cash, held, invested, promised, security, owed })
}

/** The model's accounts of the firm, as the chart calls them. */
export const firmsAccounts = (firm: Firm) => ({
  capital: firm.capital,
  'returns-pool': firm.returns,
  'referral-pool': firm.referral,
  'corrections-pool': firm.corrections,
  'loan-pool': firm.loan,
  lent: firm.lent,
  earned: firm.earned,
  'loan-income': firm.loanIncome,
  suspense: firm.suspense,
  'client-bank': firm.clientBank,
  'firm-bank': firm.firmBank,
  'client-wallet-btc': firm.clientWalletBtc,
  'exchange-btc': firm.exchangeBtc,
  'exchange-usd': firm.exchangeUsd,
  'client-wallet-usdt': firm.clientWalletUsdt,
  'exchange-usdt': firm.exchangeUsdt,
  'network-fee-btc': firm.networkFeeBtc,
})

export function ownerInModel(model: Model, id: string): Face | null {
  const { version, stampedAt } = model.firm
  if (id === firmsId) return addFigures({ version, stampedAt }, firmsAccounts(model.firm))
  const person = model.person(id)
  return person ? faceOfPerson(person) : null
}

export const plain = (thing: object | undefined): Face | null =>
  thing ? ({ ...thing } as Face) : null

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
