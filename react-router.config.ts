import type { Config } from '@react-router/dev/config'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'

const brotli = promisify(brotliCompress)

/** What is loaded later is one file without a style: nothing has to be fetched beside it, as Vite's own helper would. */
const loadedAlone: Plugin = {
  name: 'glasshouse:loaded-alone',
  enforce: 'pre',
  resolveId: (source) => (source === '\0vite/preload-helper.js' ? '\0loaded-alone' : null),
  load: (id) => (id === '\0loaded-alone' ? 'export const __vitePreload = (run) => run()' : null),
}

/** What gives the public pages their behaviour, as one file: in parts that the app shares it would be a chain of requests. What few ask for comes when they do. */
async function buildBehaviour(folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [loadedAlone],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      reportCompressedSize: false,
      manifest: '.vite/behaviour.json',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'src/web/public/behaviour/start.ts',
        output: { entryFileNames: 'assets/behaviour-[hash].js' },
      },
    },
  })
}

const checkFolder = 'src/web/public/proof/standalone'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The check of a proof as a single file to keep: everything stands in it, and it may load nothing. */
async function buildCheck(folder: string): Promise<void> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(checkFolder, 'check.ts'), name: 'check', formats: ['iife'] },
    },
  })) as Rolldown.RolldownOutput[]
  const script = built[0]!.output[0].code.trim()
  const sheets = [
    'src/web/ui/tokens.css',
    join(checkFolder, 'check.css'),
    'src/web/ui/file-input.css',
  ]
  const style = (await Promise.all(sheets.map((sheet) => readFile(sheet, 'utf8')))).join('')
  if (/<\/(script|style)/i.test(script + style))
    throw new Error('The check would end its own element')
  const elements = {
    '<style></style>': `<style>${style}</style>`,
    '<script></script>': `<script>${script}</script>`,
  }
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
  const page = await readFile(join(checkFolder, 'check.html'), 'utf8')
  const whole = Object.entries({ 'content=""': `content="${policy}"`, ...elements }).reduce(
    (text, [place, filled]) => text.replace(place, () => filled),
    page,
  )
  await writeFile(join(folder, 'check.html'), whole)
}

const manifestStart = 'window.__reactRouterManifest='

/** The list of routes and their files travels with every page of the app: in one order, the commonest files first, it is a fifth smaller. */
async function orderManifest(folder: string): Promise<void> {
  const name = (await readdir(folder)).find((one) => /^manifest-\w+\.js$/.test(one))!
  const text = await readFile(join(folder, name), 'utf8')
  const manifest = JSON.parse(text.slice(manifestStart.length).replace(/;\s*$/, '')) as {
    routes: Record<string, { imports: string[] }>
  }
  const uses = new Map<string, number>()
  for (const { imports } of Object.values(manifest.routes))
    for (const file of imports) uses.set(file, (uses.get(file) ?? 0) + 1)
  for (const route of Object.values(manifest.routes))
    route.imports.sort((a, b) => uses.get(b)! - uses.get(a)! || (a < b ? -1 : 1))
  await writeFile(join(folder, name), `${manifestStart}${JSON.stringify(manifest)};`)
}

/** Beside each asset its brotli form, so that nothing is compressed on request. Fonts are compressed already. */
async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name))
      await writeFile(
        join(folder, `${name}.br`),
        await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      )
    }),
  )
}

const config: Config = {
  appDirectory: 'src/web',
  buildDirectory: process.env.GLASSHOUSE_BUILD_FOLDER ?? 'build',
  ssr: true,
  // The whole route list travels with the page: no address besides pages, assets and the API exists.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client')
    await buildBehaviour(folder)
    await buildCheck(folder)
    await orderManifest(join(folder, 'assets'))
    await compressAssets(join(folder, 'assets'))
  },
}

export default config
