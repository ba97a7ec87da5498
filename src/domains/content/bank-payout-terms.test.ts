import { describe, expect, test } from 'vitest'
import { bankPayoutsOf } from '../../lib/bank-payout-terms.ts'
import { bankPayoutTerms } from './bank-payout-terms.ts'

describe('how a firm’s bank wants its files', () => {
  test('is as usual where the pack says nothing, or nothing of it', () => {
    const usual = bankPayoutsOf({})
    expect(usual).toEqual({
      batchBooking: false,
      zone: 'UTC',
      creditorAgent: false,
      letters: 'latin',
      addresses: 'none',
      address: null,
    })
    expect(bankPayoutsOf({ payouts: { bank: null } })).toEqual(usual)
    expect(bankPayoutTerms.parse({})).toEqual(usual)
  })

  test('is read as it stands there', () => {
    const address = { street: 'Bahnhofstraße', building: '1', town: ' Zürich ', country: 'CH' }
    const terms = { batchBooking: true, zone: 'Europe/Zurich', addresses: 'structured', address }
    expect(bankPayoutTerms.parse(terms)).toMatchObject({
      ...terms,
      address: { ...address, town: 'Zürich', postcode: null },
    })
  })

  test.each<[what: string, terms: object, says: string]>([
    ['a zone that isn’t one', { zone: 'Zurich' }, 'must be a time zone, like Europe/Zurich'],
    ['a word for yes', { batchBooking: 'yes' }, 'batchBooking must be true or false'],
    ['other letters', { letters: 'greek' }, 'letters must be latin or any'],
    ['other addresses', { addresses: 'lines' }, 'addresses must be none or structured'],
    ['an address that isn’t there', { addresses: 'structured' }, 'address is missing'],
    ['a country by its name', { address: { town: 'Wien', country: 'Austria' } }, 'two letters'],
    ['no town', { address: { country: 'AT' } }, 'town must be text'],
    ['a town in another script', { address: { town: 'Вена', country: 'AT' } }, 'in Latin letters'],
    ['a long town', { address: { town: 'a'.repeat(36), country: 'AT' } }, 'more than 35'],
    ['what isn’t known', { agent: true }, 'Unrecognized key'],
  ])('with %s is refused in a sentence', (_, terms, says) => {
    expect(bankPayoutTerms.safeParse(terms).error?.message).toContain(says)
  })
})
