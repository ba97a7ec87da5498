import { describe, expect, test } from 'vitest'
import { sortedBy, viewIn, withView } from './view.ts'

const query = (text: string) => new URLSearchParams(text)

describe('the view of the list in the address', () => {
  test.each([
    ['', { search: '', sort: '-createdAt', status: '' }],
    [
      'search=%20ada%20&sort=email&status=frozen',
      { search: 'ada', sort: 'email', status: 'frozen' },
    ],
    ['sort=password&status=deleted', { search: '', sort: '-createdAt', status: '' }],
  ])('“%s” is read', (text, view) => expect(viewIn(query(text))).toEqual(view))

  test('says only what differs from how the list opens, and leaves the rest of the address alone', () => {
    expect(withView(query('other=1'), { search: 'ada', sort: 'email' }).toString()).toBe(
      'other=1&search=ada&sort=email',
    )
    expect(
      withView(query('search=ada&sort=email'), { search: '', sort: '-createdAt' }).toString(),
    ).toBe('')
  })
})

describe('a pressed head', () => {
  test.each([
    ['-createdAt', 'fullName', 'fullName'],
    ['fullName', 'fullName', '-fullName'],
    ['-fullName', 'fullName', 'fullName'],
    ['fullName', 'accountBalance', '-accountBalance'],
    ['-accountBalance', 'accountBalance', 'accountBalance'],
  ] as const)('with the list by %s, that of %s asks for %s', (now, by, next) =>
    expect(sortedBy(now, by)).toBe(next),
  )
})
