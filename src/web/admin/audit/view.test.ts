import { describe, expect, test } from 'vitest'
import { withChosen } from '../../account/address-query.ts'
import { auditChoiceOf, auditViewIn } from './view.ts'

const nobody = { search: '', kind: '', outcome: '', actor: '', subject: '', from: '', to: '' }
const id = '01234567-89ab-4cde-8f01-fedcba987654'

describe('the audit log, as the address says it', () => {
  test('is narrowed to what is meant, and to nothing else', () => {
    expect(
      auditViewIn(new URLSearchParams(`kind=FundPool&outcome=refused&actor=${id}&from=2026-01-31`)),
    ).toEqual({ ...nobody, kind: 'FundPool', outcome: 'refused', actor: id, from: '2026-01-31' })
    expect(auditViewIn(new URLSearchParams())).toEqual(nobody)
    expect(
      auditViewIn(
        new URLSearchParams('kind=a b&outcome=maybe&actor=me&subject=1&from=2026-02-30&to=soon'),
      ),
    ).toEqual(nobody)
  })

  test('is asked of the server with whole days', () => {
    const { from, to, ...others } = auditChoiceOf({
      ...nobody,
      kind: 'FundPool',
      from: '2026-01-05',
      to: '2026-01-05',
    })
    expect(others).toEqual({ kind: 'FundPool' })
    expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000)
    expect(auditChoiceOf(nobody)).toEqual({})
  })

  test('keeps the rest of the address when one thing changes', () => {
    const query = withChosen(new URLSearchParams('kind=FundPool&outcome=done'), 'outcome', '')
    expect(query.toString()).toBe('kind=FundPool')
  })
})
