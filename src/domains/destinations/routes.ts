import { getDestinations, removeDestination, saveDestination } from '../../contract/destination.ts'
import { ProblemError, problems } from '../../contract/problems.ts'
import { plainBankAccount } from '../../lib/bank-account.ts'
import { bankPayoutsOf } from '../../lib/bank-payout-terms.ts'
import { nameForBank } from '../../lib/transfers.ts'
import { isSameAddress } from '../../lib/wallet-address.ts'
import { raiseAlarm } from '../../platform/alarm.ts'
import { route, succeeded, type Call } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { newRecipients } from './new-recipients.ts'
import { outsideAddress, type Place } from './place.ts'
import { readDestinations } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

/** The numbers that the firm's own account at a bank goes by. */
function ownBankAccounts({ firm }: Pick<House, 'firm'>): string[] {
  const { iban = null, routing = null, account = null } = firm.moneyIn?.bank ?? {}
  return [iban, routing && account && `${routing}/${account}`]
    .filter((one) => one !== null)
    .map(plainBankAccount)
}

/** Whether it is one of the content pack's deposit addresses, or the firm's account at a bank: money sent there would come in again. What was drawn of a wallet the rule finds. */
export function isOfFirm(house: Pick<House, 'firm'>, place: Place): boolean {
  const to = outsideAddress(place)
  if (to === null) return false
  return (
    ownBankAccounts(house).includes(plainBankAccount(to)) ||
    house.firm.wallets.some(({ address }) => isSameAddress(address, to))
  )
}

/** Refuses an account holder whom the firm's bank couldn't be told to pay; `field` is where the form has asked for the name. */
export function mustBeWritable(
  { firm }: Pick<House, 'firm'>,
  place: Place,
  field: 'holder' | 'bankName',
): void {
  if (place.type !== 'bank_account') return
  if (nameForBank(place.holder, bankPayoutsOf(firm).letters) !== null) return
  const code = 'not_in_latin_letters'
  throw new ProblemError({ code, fields: { [field]: problems[code][2] } })
}

function placeOf(body: Call<typeof saveDestination>['body']): Place {
  if (body.type === 'bank_transfer') return { type: body.type, walletAddress: body.bankNumber }
  return body.type === 'bank_account'
    ? { type: body.type, holder: body.holder, account: plainBankAccount(body.bankNumber) }
    : { type: body.type, recipientAccountId: body.recipientAccountId }
}

const savingRoute = (house: House) => {
  const countNew = newRecipients(house)
  return route(saveDestination, ({ asked, principal: { owner }, body, address }) => {
    const place = placeOf(body)
    mustBeWritable(house, place, 'holder')
    const { newDestinationWaitMs: wait, emailMustBeVerified: mustBeVerified } = house.policy
    const prepare = async () => {
      // Who is saved is known from then on: saving costs what looking up does.
      if (place.type === 'tradehub_transfer')
        await countNew({ owner, accountId: place.recipientAccountId, address })
      return {
        owner,
        name: body.name,
        place,
        isOfFirm: isOfFirm(house, place),
        usableFrom: wait === 0 ? null : new Date(Date.now() + wait).toISOString(),
        mustBeVerified,
      }
    }
    return house.desk.runPrepared({ ...asked, kind: 'SaveDestination', prepare })
  })
}

export const routes: RoutesOf = (house) => [
  route(getDestinations, async ({ principal, asked: { requestId } }) => {
    const { destinations, changed } = await readDestinations(house, house.policy, principal.owner)
    for (const one of changed) raiseAlarm(house, { table: 'destinations', ...one, requestId })
    return succeeded({ destinations, changed: changed.length })
  }),
  savingRoute(house),
  route(removeDestination, ({ asked, principal, params }) =>
    house.desk.run({
      ...asked,
      kind: 'RemoveDestination',
      command: { owner: principal.owner, destination: params.id },
    }),
  ),
]
