/** The users page and its search, which are measured in a file of their own as soon as it is there. */
import { existsSync } from 'node:fs'
import type { Bench, Measurement } from './bench.ts'
import type { Row } from './results.ts'

const file = new URL('./users.ts', import.meta.url)

type Measuring = { measureUsers(given: { url: string; quick: boolean }): Promise<Row[]> }

async function measure({ house, size, say }: Bench): Promise<Row[]> {
  if (!existsSync(file)) return []
  say('measuring the users page')
  const { measureUsers } = (await import(file.href)) as Measuring
  return measureUsers({ url: house.url, quick: size.quick })
}

export const users: Measurement = { names: ['users'], measure }
