/** OpenSanctions’ targets.simple.csv: several values of a cell have semicolons between. Pure. */
import { columnName } from '../../../lib/csv-read.ts'
import type { CsvFormat } from './csv-list.ts'
import { dayOfIso } from './days.ts'
import { entryOf, nameOfCountry, type ListedKind, type ListedName } from './entry.ts'

/** By FollowTheMoney’s schemas; what else there is, such as securities, is an organisation’s or nobody’s. */
const kinds: Record<string, ListedKind> = {
  Person: 'person',
  Organization: 'organisation',
  Company: 'organisation',
  LegalEntity: 'organisation',
  PublicBody: 'organisation',
  Vessel: 'vessel',
  Airplane: 'aircraft',
}

const several = (cell: string) => cell.split(';').map((part) => part.trim())

export const openSanctions: CsvFormat = {
  isHead: (row) => row.some((cell) => columnName(cell) === 'schema'),
  needs: ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries'],
  reader: ({ take, facts }) => ({
    row(cell) {
      const schema = cell('schema')
      const aliases = several(cell('aliases')).map((text): ListedName => ({
        text,
        strength: 'alias',
      }))
      take(
        entryOf({
          reference: cell('id'),
          kind: kinds[schema] ?? 'unknown',
          names: [{ text: cell('name'), strength: 'primary' }, ...aliases],
          births: several(cell('birth_date')).flatMap((text) => dayOfIso(text) ?? []),
          countries: several(cell('countries').toUpperCase()).map(nameOfCountry),
          addresses:
            schema === 'CryptoWallet'
              ? several(cell('identifiers')).map((address) => ({ currency: '', address }))
              : [],
        }),
      )
      // The file has no day of its own: each entry was last seen when it was made.
      const seen = dayOfIso(cell('last_seen'))
      if (seen !== null && (facts.day === null || seen > facts.day)) facts.day = seen
    },
    end: () => undefined,
  }),
}
