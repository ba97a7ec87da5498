import type { RouteConfigEntry } from '@react-router/dev/routes'
import { reactRouter } from '@react-router/dev/vite'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import routes from './src/web/routes.ts'

const webFolder = join(import.meta.dirname, 'src/web')

/** Large modules of which the browser needs nothing that runs, and what it gets in their place. */
const replaced: Record<string, string> = {
  zod: 'without-schemas.ts',
  'd3-interpolate': 'without-colours.ts',
  'd3-format': 'without-colours.ts',
  'd3-time-format': 'without-colours.ts',
}

/** The pages rendered by the server keep them, their behaviour in the browser doesn't. */
const withoutUnused: Plugin = {
  name: 'glasshouse:without-unused',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(source, importer) {
    // A dialog only asks whether it is one of these, and scrolls by itself.
    if (source.endsWith('/ScrollArea.mjs') && importer?.endsWith('/ModalRoot.mjs'))
      return join(webFolder, 'without-scroll-area.ts')
    return Object.hasOwn(replaced, source) ? join(webFolder, replaced[source]!) : null
  },
}

type Node = { type?: string; start: number; end: number; [part: string]: unknown }

const nodesIn = (value: unknown): Node[] =>
  value === null || typeof value !== 'object'
    ? []
    : [
        ...(typeof (value as Node).type === 'string' ? [value as Node] : []),
        ...Object.values(value).flatMap(nodesIn),
      ]

type Words = { from: number; to: number; instead: string }

/** Words of the API's reference: what is said of a field, and of an endpoint. */
function wordsAt(node: Node): Words[] {
  const { type, callee, key, value } = node as Node & Record<'callee' | 'key' | 'value', Node>
  if (type === 'Property' && key.name === 'summary')
    return [{ from: value.start, to: value.end, instead: "''" }]
  const { object, property } = (callee ?? {}) as Partial<Record<'object' | 'property', Node>>
  return type === 'CallExpression' && object && property?.name === 'meta'
    ? [{ from: object.end, to: node.end, instead: '' }]
    : []
}

/** The reference of the API is rendered by the server: no page in a browser reads what the contract says of its fields. */
const withoutReference: Plugin = {
  name: 'glasshouse:without-reference',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.startsWith(join(webFolder, '../contract/'))) return null
    const lastFirst = nodesIn(this.parse(code))
      .flatMap(wordsAt)
      .toSorted((one, other) => other.from - one.from)
    const short = lastFirst.reduce(
      (left, { from, to, instead }) => left.slice(0, from) + instead + left.slice(to),
      code,
    )
    return { code: short, map: null }
  },
}

/**
 * Each package of d3 is one file, most of which stays because giving a prototype its methods might change something
 * elsewhere. In d3 it doesn't; of other code that can't be said, so what is taken of d3 is built apart.
 */
const littleOfD3: Plugin = {
  name: 'glasshouse:little-of-d3',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async load(id) {
    const taken = join(webFolder, 'account/charts/d3.ts')
    if (id !== taken) return null
    const treeshake = {
      propertyReadSideEffects: false,
      propertyWriteSideEffects: false,
      manualPureFunctions: ['custom', 'ticker', 'timeInterval', 'timeWeekday', 'utcWeekday'],
    } as const
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      plugins: [withoutUnused],
      build: {
        write: false,
        minify: false,
        target: 'es2023',
        lib: { entry: taken, formats: ['es'] },
        rolldownOptions: { treeshake },
      },
    })
    const [{ output }] = built as [Rolldown.RolldownOutput]
    return output[0].code
  },
}

/** A page and the layouts around it, outermost first. */
type Page = { path: string; files: string[] }

function pagesOf(entries: readonly RouteConfigEntry[], around: Page): Page[] {
  return entries.flatMap(({ path, file, children }) => {
    const here = {
      path: path ? `${around.path}/${path}` : around.path,
      files: [...around.files, file],
    }
    return children ? pagesOf(children, here) : [here]
  })
}

const pages = pagesOf(routes, { path: '', files: ['root.tsx'] })

function filesAt(path: string): string[] {
  const page = pages.find((one) => one.path === path)
  if (!page) throw new Error(`src/web/routes.ts has no page at ${path || '/'}`)
  return page.files
}

/** What is loaded before anybody is signed in. */
const beforeSignIn = ['', '/login', '/signup'].flatMap(filesAt)
const homeFiles = filesAt('/dashboard')
const [frameFile, , homeFile] = homeFiles.slice(-3) as [string, string, string]
const otherPages = pages
  .filter(({ path, files }) => path !== '/dashboard' && files.includes(frameFile))
  .map(({ files }) => files.at(-1)!)

/** Complete as they are rendered, with their style sheets in them: whatever shares a file with a part of theirs gives them its looks. */
const publicPages = pages
  .filter(({ files }) => !files.includes('connected.tsx'))
  .flatMap(({ files }) => files)

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const namesIn = (list: string) => list.split(',').map((name) => name.trim().split(/\s/)[0]!)

/** The library is offered as a list of all its parts: of it, only the parts whose names a module takes are reached. */
const partsList = /\/@mantine\/(core|hooks|form)\/esm\/index\.mjs$/

const known = new Map<string, Map<string, string>>()

/** Where a list of parts has each of them, by name. */
function partsOf(list: string): Map<string, string> {
  const lines = readFileSync(list, 'utf8').matchAll(/^import \{([^}]+)\} from "(\.[^"]+)"/gm)
  return new Map(
    [...lines].flatMap(([, names, path]) =>
      namesIn(names!).map((name) => [name, join(dirname(list), path!)] as const),
    ),
  )
}

/** What a module takes of the list of parts of a library. */
function takenOf(list: string, code: string): string[] {
  const library = /@mantine\/\w+/.exec(list)![0]
  const taken = code.matchAll(
    new RegExp(`\\bimport\\s*\\{([^}]+)\\}\\s*from\\s*["']${library}["']`, 'g'),
  )
  if (!known.has(list)) known.set(list, partsOf(list))
  return [...taken]
    .flatMap(([, names]) => namesIn(names!))
    .flatMap((name) => known.get(list)!.get(name) ?? [])
}

/** The modules of these files and all that they import: at once, or `later` too. */
function reachedFrom(files: readonly string[], modules: Modules, later = false): Set<string> {
  const reached = new Set(files.map((file) => join(webFolder, file)))
  for (const id of reached) {
    const found = modules.getModuleInfo(id)
    const imported = found?.importedIds.flatMap((one) =>
      partsList.test(one) ? takenOf(one, found.code ?? '') : one,
    )
    imported?.forEach((one) => reached.add(one))
    if (later) found?.dynamicallyImportedIds.forEach((one) => reached.add(one))
  }
  return reached
}

type Reached = 'before' | 'open' | 'login' | 'frame' | 'home' | 'others' | 'signedIn'

/** Followed once, not for every module that is asked about. */
let followed: Record<Reached, Set<string>> | null = null

const reachedIn = (modules: Modules) =>
  (followed ??= {
    before: reachedFrom(beforeSignIn, modules),
    open: reachedFrom(publicPages, modules),
    login: reachedFrom(filesAt('/login'), modules),
    frame: reachedFrom([frameFile], modules),
    home: reachedFrom(homeFiles, modules),
    others: reachedFrom(otherPages, modules),
    signedIn: reachedFrom([frameFile, homeFile, ...otherPages], modules, true),
  })

/**
 * The looks of the signed-in app are small and many: as one style sheet they are there when somebody signs in, and home
 * needs none of its own. What the public pages wear too stays apart, so that those don't take on the rest.
 */
function looksOf(id: string, modules: Modules): string | null {
  if (!id.endsWith('.module.css')) return null
  const { before, signedIn } = reachedIn(modules)
  return signedIn.has(id) && !before.has(id) ? 'signed-in' : null
}

/** Its own file requires it, which nothing says before the files are made. */
const ofReact = /\/node_modules\/(react-dom|scheduler)\/|rolldown\/runtime/

/**
 * What signing in and home need before they can be used, in few files, in the order in which they are needed: `site` is
 * every page's, `base` is what both have beside it, and the rest is of one of them. A request on a slow line takes as long
 * as 30 kB, and dozens of small files take a slow processor longer than their sizes tell. What another page takes too
 * stays apart from what is one page's alone, so that no page loads the other one.
 */
function firstFile(id: string, modules: Modules): string | null {
  const { open, login, frame, home, others } = reachedIn(modules)
  if (ofReact.test(id)) return 'site'
  if (!login.has(id) && !home.has(id)) return null
  if (open.has(id)) return 'site'
  if (login.has(id)) {
    if (home.has(id)) return 'base'
    return others.has(id) ? 'forms' : 'sign-in'
  }
  return frame.has(id) || others.has(id) ? 'dashboard' : 'home'
}

const groups = [
  { debugName: 'signed-in', name: looksOf },
  { debugName: 'first', includeDependenciesRecursively: false, name: firstFile },
]

/** Modules that have to be in a group: one that was moved must not fall out of it unseen. */
const placed: [file: string, group: string][] = [
  [join(webFolder, homeFile), 'home'],
  [join(webFolder, frameFile), 'dashboard'],
  [join(webFolder, 'connected.tsx'), 'base'],
]

/** Pages may take a part out of another's file only where that may offer more than the router asks it for. */
const sharedFiles: Plugin = {
  name: 'glasshouse:shared-files',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            rolldownOptions: {
              preserveEntrySignatures: 'allow-extension',
              output: { codeSplitting: { groups } },
            },
          },
        }
      : null,
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const isIn = (id: string, group: string) =>
      groups.some(({ name }) => name(id, this) === group) &&
      chunks.some(({ name, moduleIds }) => name === group && moduleIds.includes(id))
    const lost = placed.filter(([id, group]) => !isIn(id, group))
    if (lost.length > 0)
      this.error(
        `Not in the file they belong to: ${lost.map((one) => one.join(' in ')).join(', ')}`,
      )
  },
}

/** Whatever a page imports later is fetched first, by our own code in the place of Vite's, which would have the browser run it at once. */
const fetchedFirst: Plugin = {
  name: 'glasshouse:fetched-first',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) =>
    source === '\0vite/preload-helper.js' ? join(webFolder, 'fetched-first.ts') : null,
}

export default defineConfig({
  plugins: [withoutUnused, withoutReference, littleOfD3, fetchedFirst, reactRouter(), sharedFiles],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: 'es2023',
    reportCompressedSize: false,
    // The part's own file too, where it imports no other.
    modulePreload: { resolveDependencies: (file, others) => [...new Set([file, ...others])] },
  },
  // For development: what pages load late would otherwise be found late, and reload the page in the middle of a visit.
  optimizeDeps: {
    include: [
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@reduxjs/toolkit',
      '@reduxjs/toolkit/query',
      '@reduxjs/toolkit/query/react',
      '@simplewebauthn/browser',
      'd3-array',
      'd3-scale',
      'd3-shape',
      'react-redux',
    ],
  },
})
