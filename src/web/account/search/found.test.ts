import { describe, expect, test } from 'vitest'
import { matching, type Group } from './found.ts'

const groups: Group[] = [
  {
    label: 'Pages',
    found: [
      { id: 'a', label: 'Activity', icon: 'list', to: '/a', words: 'statements CSV' },
      { id: 'b', label: 'Fund account', icon: 'fund', to: '/b' },
    ],
  },
  {
    label: 'Requests',
    found: Array.from({ length: 12 }, (_, n) => ({
      id: `r${n}`,
      label: `$${n}.00 to Zoë’s wallet`,
      detail: n === 3 ? 'Paid, reference TX-3' : 'Pending',
      icon: 'send' as const,
      to: `/r${n}`,
    })),
  },
]
const idsOf = (query: string, most?: number) =>
  matching(groups, query, most).map(({ label, found }) => [label, found.map(({ id }) => id)])

describe('a search', () => {
  test.each([
    ['by its label, in any case', 'ACTIV', [['Pages', ['a']]]],
    ['by a word that is said nowhere', 'csv', [['Pages', ['a']]]],
    ['by its detail', 'tx-3', [['Requests', ['r3']]]],
    ['by several words, in any order', 'wallet $3.00', [['Requests', ['r3']]]],
    ['without accents', 'zoe paid', [['Requests', ['r3']]]],
    ['with accents written in two', 'zoe\u0308 paid', [['Requests', ['r3']]]],
    ['not by a word that it lacks', 'activity wallet', []],
  ])('finds %s', (_, query, found) => expect(idsOf(query)).toEqual(found))

  test('for nothing finds everything, so many of each group', () =>
    expect(idsOf('  ', 2)).toEqual([
      ['Pages', ['a', 'b']],
      ['Requests', ['r0', 'r1']],
    ]))
})
