import { describe, expect, test } from 'vitest'
import { madeReserves } from '../../tests/support/reserves.ts'
import { ReserveFault } from './reserve-proof.ts'
import { checkReserves, readReserves, reservesText, type Reserves } from './reserves.ts'

const made = madeReserves({ day: '2026-01-31', manifest: 'ab'.repeat(32) })
const text = reservesText(made)
const check = (written: string) => checkReserves(readReserves(written))

describe('a proof of coins as it is published', () => {
  test('is read as it was written, and its coins are added up', () => {
    expect(readReserves(text)).toEqual(made)
    expect(check(text)).toBe(2_000_000n)
  })

  const [wallet] = made.wallets
  const changed = (change: Partial<Reserves>) => reservesText({ ...made, ...change })
  test.each<[string, string]>([
    ['over another manifest', changed({ manifest: 'cd'.repeat(32) })],
    ['with a coin twice, in two of its wallets', changed({ wallets: [wallet!, wallet!] })],
    ['with no coins at all', changed({ wallets: [] })],
    ['with a larger amount', text.replace('"amount": "1750000"', '"amount": "1750001"')],
    ['with an amount that is none', text.replace('"amount": "1750000"', '"amount": "-1750000"')],
    ['with another script', text.replace(/"script": "0014../, '"script": "0014ff')],
    ['with a script that is none', text.replace(/"script": "0014/, '"script": "ff14')],
    ['with more than it should say', text.replace('"day"', '"more": 1,\n  "day"')],
    ['written otherwise', text.replace('\n', ' ')],
    ['without what it only states', text.replace('not provable', 'proved')],
    ['of a height that is none', changed({ height: -1 })],
    ['that is no proof', '{"format": "glasshouse-reserves-1"}'],
    ['that can’t be read', '{'],
  ])('%s is refused', (_, lie) => {
    expect(lie).not.toBe(text)
    expect(() => check(lie)).toThrow(ReserveFault)
  })

  test('in any bit of its transaction is refused', () => {
    const { transaction } = wallet!
    const places = Array.from({ length: transaction.length }, (_, at) => at).filter(
      (at) => at % 23 === 0,
    )
    const taken = places.filter((at) => {
      const digit = (Number.parseInt(transaction[at]!, 16) ^ (1 << (at % 4))).toString(16)
      const lie = transaction.slice(0, at) + digit + transaction.slice(at + 1)
      try {
        checkReserves({ ...made, wallets: [{ ...wallet!, transaction: lie }] })
        return true
      } catch (error) {
        return !(error instanceof ReserveFault)
      }
    })
    expect(taken).toEqual([])
  })
})
