import { expect, test } from 'vitest'
import { countryName, countryOptions } from './countries.ts'

test('countries are chosen by their names, in the order of these', () => {
  expect(countryOptions(['FR', 'DE', 'AT'])).toEqual([
    { value: 'AT', label: 'Austria' },
    { value: 'FR', label: 'France' },
    { value: 'DE', label: 'Germany' },
  ])
})

test('where people are served anywhere, each country is offered once, and nothing that is none', () => {
  const all = countryOptions(null)
  expect(all.length).toBeGreaterThan(230)
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
  const codes = all.map(({ value }) => value)
  expect(codes).toEqual(expect.arrayContaining(['AT', 'GB', 'US', 'ZW']))
  expect(codes.filter((code) => ['DD', 'EU', 'SU', 'UK', 'UN', 'ZZ'].includes(code))).toEqual([])
})

test('a code that is no country’s is shown as it is', () => {
  expect(countryName('DE')).toBe('Germany')
  expect(countryName('QX')).toBe('QX')
})
