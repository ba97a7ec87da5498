/** A small list of made-up people, loaded as an operator does. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '../../src/contract/screening.ts'
import { openLists } from '../../src/domains/screening/read-files.ts'
import { loadList } from '../../src/domains/screening/store.ts'
import { withClient } from '../../src/platform/database.ts'
import type { TestDatabase } from './database.ts'
import { newFolder } from './folder.ts'

export type Listed = { name: string; born?: string; address?: string; reference?: string }

/** In OpenSanctions' simple CSV; a person for each, and one that nobody is called. */
export function listOf(people: readonly Listed[], day = '2026-11-20'): string {
  const rows = [{ name: 'Zzyzx Qwertyuiop' }, ...people].map(
    ({ name, born = '', reference, address = '' }: Listed, at) =>
      `"${reference ?? `MU-${at}`}","${address ? 'CryptoWallet' : 'Person'}","${name}","","${born}","xx","","${address}","Made up","","","","Made-up list","2020-01-01T00:00:00","${day}T00:00:00","${day}T00:00:00"`,
  )
  return [
    '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","program_ids","dataset","first_seen","last_seen","last_change"',
    ...rows,
    '',
  ].join('\n')
}

export async function loadText(
  { ownerUrl }: TestDatabase,
  text: string,
  file = 'targets.simple.csv',
): Promise<void> {
  const path = join(await newFolder(), file)
  await writeFile(path, text)
  await withClient({ url: ownerUrl, name: 'test', as: 'owner' }, async (client) => {
    for (const one of await openLists([path]))
      await loadList(client, one, { day: null, older: true, smaller: true })
  })
}

/** What a comparison finds of somebody who is called as an entry is. */
export const madeFinding = (name: string): Finding => ({
  ours: { as: 'person', matched: name, born: null, country: null },
  theirs: {
    ...{ list: 'opensanctions', reference: 'MU-1', kind: 'person', matched: name },
    ...{ names: [name], births: [], countries: [] },
  },
  day: '2026-11-20',
  score: 100,
  strength: 'primary',
  birth: 'unknown',
})
