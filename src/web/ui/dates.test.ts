/** What the page writes by hand is what the browser's own formatter writes for US English, wherever and whenever it is read. */
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  showAgo,
  showDate,
  showDateTime,
  showDay,
  showMonth,
  showMonthDay,
  showTime,
  showTimeOrDay,
} from './dates.ts'

const zone = process.env['TZ']
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const day = { month: 'short', day: 'numeric' } as const
const date = { ...day, year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hour12: true } as const

/** Made anew for each zone: a formatter keeps the one it was made in. */
function browsersOwn(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const formatter = new Intl.DateTimeFormat('en-US', options)
  return (at) => formatter.format(at).replace('\u202f', ' ')
}

/** A leap year and the days around it, at odd hours and minutes. */
const moments = Array.from({ length: 1000 }, (_, index) =>
  new Date(Date.UTC(2023, 11, 30) + index * 32_580_000).toISOString(),
)

describe.each(['UTC', 'America/St_Johns', 'Europe/Berlin', 'Australia/Eucla', 'Pacific/Apia'])(
  'in the zone %s',
  (timeZone) => {
    test('dates, times and months are written as the browser would', () => {
      process.env['TZ'] = timeZone
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timeZone)
      const own = {
        date: browsersOwn(date),
        time: browsersOwn(time),
        dateTime: browsersOwn({ ...date, ...time }),
        monthDay: browsersOwn(day),
        month: browsersOwn({ year: 'numeric', month: 'long' }),
        day: browsersOwn({ ...date, timeZone: 'UTC' }),
      }
      for (const iso of moments) {
        const at = new Date(iso)
        expect(showDate(iso)).toBe(own.date(at))
        expect(showTime(iso)).toBe(own.time(at))
        expect(showDateTime(iso)).toBe(own.dateTime(at))
        expect(showMonthDay(iso)).toBe(own.monthDay(at))
        expect(showMonth(at.getFullYear(), at.getMonth())).toBe(own.month(at))
        expect(showDay(iso.slice(0, 10))).toBe(own.day(at))
      }
    })
  },
)

test('midnight and noon are twelve', () => {
  process.env['TZ'] = 'UTC'
  expect(showTime('2025-01-05T00:04:00Z')).toBe('12:04 AM')
  expect(showTime('2025-01-05T12:00:00Z')).toBe('12:00 PM')
})

test('a time of the same day is told by its hour, another by its day', () => {
  process.env['TZ'] = 'UTC'
  expect(showTimeOrDay('2025-01-05T15:04:00Z', '2025-01-05T23:59:00Z')).toBe('03:04 PM')
  expect(showTimeOrDay('2025-01-05T15:04:00Z', '2025-01-06T00:00:00Z')).toBe('Jan 5')
})

test('how long ago is said in the largest unit that is whole', () => {
  vi.useFakeTimers({ now: new Date('2025-03-09T12:00:00Z') })
  try {
    const said = ['11:59:01', '11:59:00', '11:57:30', '11:00:00', '01:59:00'].map((clock) =>
      showAgo(`2025-03-09T${clock}Z`),
    )
    expect(said).toEqual([
      'just now',
      '1 minute ago',
      '2 minutes ago',
      '1 hour ago',
      '10 hours ago',
    ])
    const days = ['2025-03-08', '2025-03-07', '2024-03-09'].map((on) => showAgo(`${on}T12:00:00Z`))
    expect(days).toEqual(['yesterday', '2 days ago', '365 days ago'])
  } finally {
    vi.useRealTimers()
  }
})
