/** A noun that stands apart is a line here. */
import type { Apart } from './model-apart.ts'
import { announcements } from './model-announcements.ts'
import { editions } from './model-editions.ts'
import { firstCoins } from './model-first-coins.ts'
import { loans } from './model-loans.ts'
import { months } from './model-months.ts'
import { reconciliations } from './model-reconciliations.ts'

const all = { reconciliations, months, editions, announcements, firstCoins, loans }

type NamesOf<A> = A extends Apart<infer N> ? N : never
export type PlayedApart = NamesOf<(typeof all)[keyof typeof all]>

export const apart = Object.values(all)
