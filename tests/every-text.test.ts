import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import type { ProblemError } from '../src/contract/problems.ts'
import { validInput } from '../src/http/validate.ts'
import { matrix, type Row } from './roles/matrix.ts'

const forbidden = ['\u0001', '\u000b', '\u001f', '\ud800', '\ufffe', '\uffff']

/** The same body once for each text in it, with that text replaced; and where it stands. */
function bodiesWith(body: unknown, text: string): [place: string, body: unknown][] {
  if (typeof body === 'string') return [['', text]]
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) =>
    bodiesWith(value, text).map(([place, changed]): [string, unknown] => [
      place === '' ? key : `${key}.${place}`,
      Array.isArray(body) ? body.with(Number(key), changed) : { ...body, [key]: changed },
    ]),
  )
}

const rows = matrix as Record<string, Row>
const writing = Object.entries<Endpoint>(endpoints).filter(
  ([name, { bytes, largestBody }]) =>
    !bytes && largestBody === undefined && bodiesWith(rows[name]?.body, '').length > 0,
)

function fieldsRefused(endpoint: Endpoint, body: unknown): string[] {
  try {
    validInput({ ...endpoint, params: undefined } as never, { params: {}, query: {}, body })
    return []
  } catch (error) {
    return Object.keys((error as ProblemError).refusal.fields ?? {})
  }
}

describe('J16: text that XML forbids', () => {
  test.each(writing)('is refused in every text of %s, at its field', (name, endpoint) => {
    for (const character of forbidden)
      for (const [place, body] of bodiesWith(rows[name]!.body, `Ada ${character}`))
        expect(fieldsRefused(endpoint, body), place).toEqual([place])
  })

  test('is refused in what is searched for, too', () => {
    const searched = Object.values<Endpoint>(endpoints).filter(({ query }) => query)
    for (const { query } of searched)
      expect(() =>
        validInput({ query } as Endpoint, {
          params: {},
          query: { search: 'Ada \uffff' },
          body: undefined,
        }),
      ).toThrow('characters that cannot be stored')
  })
})
