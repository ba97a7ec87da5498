/** The URL names the folder: whoever looks at a page in the browser knows where its file lies. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import routes from '../src/web/routes.ts'
import { root } from './support/source.ts'

type Page = { path: string; folder: string }

/** What is rendered at an address of its own; layouts only stand around it. */
function pagesOf(entries: readonly RouteConfigEntry[], above = ''): Page[] {
  return entries.flatMap(({ path, file, children }) => {
    const here = path ? `${above}/${path}` : above
    return children ? pagesOf(children, here) : [{ path: here || '/', folder: dirname(file) }]
  })
}

const pages = pagesOf(routes)

/** `/dashboard/invest` is `dashboard/invest`, `/outbox` is `public/outbox`. */
function folderNamedBy(path: string): string {
  const [area, page] = path.slice(1).split('/')
  return area === 'dashboard' || area === 'admin' ? `${area}/${page}` : `public/${area}`
}

/** Where the address can't name the folder; the list says why: `- `folder`: `/address`, `/another` (why)`. */
const exceptions = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^- `([^`]+)`: ((?:`\/[^`]*`(?:, )?)+) \(.+\)$/gm,
    ),
  ].flatMap(([, folder, addresses]) =>
    [...addresses!.matchAll(/`([^`]+)`/g)].map(([, address]) => [address!, folder!] as const),
  ),
)

const folderOf = ({ path }: Page) => exceptions.get(path) ?? folderNamedBy(path)

test('every page lies in the folder that its address names', () => {
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter((page) => page.folder !== folderOf(page))).toEqual([])
})

test('the list of exceptions in docs/architecture.md names only pages that need it', () => {
  const idle = [...exceptions].filter(
    ([address, folder]) =>
      folder === folderNamedBy(address) || !pages.some(({ path }) => path === address),
  )
  expect(idle).toEqual([])
})
