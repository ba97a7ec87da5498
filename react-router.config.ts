import type { Config } from '@react-router/dev/config'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)

/** Beside each asset its brotli form, so that nothing is compressed on request. Fonts are compressed already. */
async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(names.map(async (name) => {
    const text = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.br`), await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }))
}

const config: Config = {
  appDirectory: 'src/web',
  buildDirectory: process.env.GLASSHOUSE_BUILD_FOLDER ?? 'build',
  ssr: true,
  // The whole route list travels with the page: no address besides pages, assets and the API exists.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressAssets(join(reactRouterConfig.buildDirectory, 'client/assets')),
}

export default config
