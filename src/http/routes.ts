/**
 * The routes of every domain: each folder's `routes.ts`, found by its name, so that a new one stands in no list. An endpoint of
 * the contract that none of them answers stops the start.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { House } from '../domains/house-desk.ts'
import { finds, proposalKinds, waits } from '../domains/nouns.ts'
import type { OfAllNouns, RoutesFile } from '../domains/routes.ts'
import type { Route } from '../platform/route.ts'

const folder = join(import.meta.dirname, '../domains')

const files: RoutesFile[] = await Promise.all(
  globSync('*/routes.ts', { cwd: folder })
    .toSorted()
    .map((path) => import(pathToFileURL(join(folder, path)).href)),
)

export const ofAllNouns: OfAllNouns = {
  proposalKinds,
  waits,
  finds,
  askers: Object.assign({}, ...files.map(({ askers }) => askers)),
}

export const collectRoutes = (house: House): Route[] =>
  files.flatMap(({ routes }) => routes(house, ofAllNouns))
