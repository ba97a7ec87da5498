import { describe, expect, test } from 'vitest'
import { ListedNames } from './listed-names.ts'

/** How like a name is to one of a list; 0: no possible match. */
function likeness(
  listed: string,
  asked: string,
  { births = [] as string[], year = null as number | null, weak = false } = {},
): number {
  const names = new ListedNames()
  names.add({ name: listed, strength: weak ? 'weak' : 'primary', births })
  return names.like({ name: asked, birthYear: year })[0]?.score ?? 0
}

describe('is found again', () => {
  test.each([
    ['in another order', 'Ivan MADEUPOV', 'Madeupov, Ivan'],
    ['in capitals and without marks', 'José Ibáñez', 'JOSE IBANEZ'],
    ['with another spelling', 'Mohammed Hussein Qasim', 'Muhammad Husayn Kassim'],
    ['with particles', 'Hassan al-Qaradi', 'Hasan El Karadi'],
    ['without a hyphen', 'Abd al-Rahman Nasser', 'Abdulrahman Naser'],
    ['in Cyrillic', 'Сергей Боришенко', 'Sergey Borishenko'],
    ['in Greek', 'Γιώργος Παπαλεξης', 'Giorgos Papalexis'],
    ['in Arabic', 'محمد حسين', 'Mohammad Hussein'],
    ['as Germans write it', 'Евгений Чернышов', 'Jewgenij Tschernyschow'],
    ['with a letter mistyped', 'Benjamin Stattenfield', 'Benjamin Statenfield'],
    ['without its second name', 'Ivan Sergeevich Madeupov', 'Ivan Madeupov'],
  ])('%s: %s is %s', (_, listed, asked) => expect(likeness(listed, asked)).toBeGreaterThan(0))
})

describe('is somebody else', () => {
  test.each([
    ['Ivan Madeupov', 'Ivan Kirilenko'],
    ['Mohammed Hassan', 'Mahmoud Hussein'],
    ['Ivan', 'Ivan Madeupov'],
    ['Anna Kirchberg', 'Anna Kirchmann'],
    ['', 'Ivan Madeupov'],
  ])('%s, %s', (listed, asked) => expect(likeness(listed, asked)).toBe(0))
  test('who was born ten years later, unless the list doesn’t say', () => {
    expect(likeness('Ivan Madeupov', 'Ivan Madeupov', { births: ['1950'], year: 1960 })).toBe(0)
    expect(likeness('Ivan Madeupov', 'Ivan Madeupov', { year: 1960 })).toBeGreaterThan(0)
    expect(
      likeness('Ivan Madeupov', 'Ivan Madeupov', { births: ['1950/1960'], year: 1957 }),
    ).toBeGreaterThan(0)
  })
})

test('a weak alias says less', () =>
  expect(likeness('Ivan Madeupov', 'Ivan Madeupov', { weak: true })).toBeLessThan(
    likeness('Ivan Madeupov', 'Ivan Madeupov'),
  ))
