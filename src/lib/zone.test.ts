import { expect, test } from 'vitest'
import { beginOfDay, dayIn, inZone, isZone } from './zone.ts'

test('a moment is said in a zone, with its distance from UTC at that moment', () => {
  const winter = '2026-01-05T15:04:00.000Z'
  expect(inZone(winter, 'UTC')).toEqual({ text: 'Jan 5, 2026, 03:04 PM', offset: 'UTC' })
  expect(inZone(winter, 'Europe/Zurich')).toEqual({
    text: 'Jan 5, 2026, 04:04 PM',
    offset: 'UTC+1',
  })
  expect(inZone('2026-07-05T22:04:00.000Z', 'Europe/Zurich')).toEqual({
    text: 'Jul 6, 2026, 12:04 AM',
    offset: 'UTC+2',
  })
  expect(inZone(winter, 'Asia/Kolkata')).toEqual({
    text: 'Jan 5, 2026, 08:34 PM',
    offset: 'UTC+5:30',
  })
})

test('a name that no zone has is none', () => {
  expect(['UTC', 'Europe/Zurich', 'America/New_York'].every(isZone)).toBe(true)
  expect(['', 'Zurich', 'Europe/Atlantis'].some(isZone)).toBe(false)
})

test.each([
  ['2026-12-31', 'UTC', '2026-12-31T00:00:00.000Z'],
  ['2026-12-31', 'Pacific/Auckland', '2026-12-30T11:00:00.000Z'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30T10:00:00.000Z'],
  ['2026-12-31', 'Etc/GMT+12', '2026-12-31T12:00:00.000Z'],
  // Its clocks go from 23:59 to 01:00.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, begins) => {
  const at = beginOfDay(day, zone)
  expect(new Date(at).toISOString()).toBe(begins)
  expect([dayIn(at - 1, zone) < day, dayIn(at, zone)]).toEqual([true, day])
})
