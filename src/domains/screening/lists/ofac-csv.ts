/** OFAC’s SDN.CSV or CONS_PRIM.CSV, with the files of other names and of addresses that belong to it: no line names the columns. Pure. */
import { birthInWords } from './days.ts'
import { entryOf, line, type ListedAddress, type ListedEntry, type ListedName } from './entry.ts'
import { ofacKind } from './ofac.ts'

/** “-0-” is OFAC’s way to leave a cell empty. */
const said = (cell: string | undefined) => (line(cell) === '-0-' ? '' : line(cell))

/** How many cells a line has says which of the files it is of. */
export const ofacColumns = { entries: 12, names: 5, places: 6 } as const

/** What the files beside the main one say, by the number of the entry. */
export type Beside = { names: Map<string, ListedName[]>; countries: Map<string, string[]> }
export const nothingBeside = (): Beside => ({ names: new Map(), countries: new Map() })

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const before = map.get(key)
  if (before) before.push(value)
  else map.set(key, [value])
}

/** “CASTRO, Juan” as it is said. */
const spoken = (name: string, isPerson: boolean) => {
  const [last, first] = name.split(/,\s*(.*)/s)
  return isPerson && first ? `${first} ${last}` : name
}

/** A line of the file of other names, or of the file of addresses. */
export function readBeside(beside: Beside, cells: readonly string[]): void {
  const [number = '', , , fourth, fifth] = cells.map(said)
  if (cells.length === ofacColumns.places) {
    if (fifth) add(beside.countries, number, fifth)
    return
  }
  // The remarks say where a name is weak.
  if (fourth)
    add(beside.names, number, {
      text: fourth,
      strength: /weak/i.test(fifth ?? '') ? 'weak' : 'alias',
    })
}

const dob = /\b(?:alt\. )?DOB ([^;.]+)/g
const country = /\b(?:alt\. )?(?:nationality|citizen) ([^;.]+)/g
const coins = /Digital Currency Address - (\S+) ([^\s;.]+)/g

const addressesIn = (remarks: string): ListedAddress[] =>
  [...remarks.matchAll(coins)].map(([, currency, address]) => ({
    currency: currency!,
    address: address!,
  }))

/** A line of the main file. What has no column of its own stands in the remarks. */
export function readOfacRow(cells: readonly string[], beside: Beside): ListedEntry | null {
  const [reference = '', name = '', type = ''] = cells.map(said)
  const remarks = said(cells[11])
  // Whatever is no person, vessel or aircraft has no type.
  const kind = type === '' ? 'organisation' : ofacKind(type)
  const others = beside.names.get(reference) ?? []
  return entryOf({
    reference,
    kind,
    names: [
      { text: spoken(name, kind === 'person'), strength: 'primary' },
      ...others.map((one) => ({ ...one, text: spoken(one.text, kind === 'person') })),
    ],
    births: [...remarks.matchAll(dob)].flatMap(([, text]) => birthInWords(text!) ?? []),
    countries: [
      ...[...remarks.matchAll(country)].map(([, text]) => text!),
      ...(beside.countries.get(reference) ?? []),
    ],
    addresses: addressesIn(remarks),
  })
}
