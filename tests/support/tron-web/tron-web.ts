/** TronWeb, TRON's own library, to compare with: installed when a test first asks for it, and no part of the product. */
import { execFile } from 'node:child_process'
import { access, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const here = import.meta.dirname
const installed = join(here, 'node_modules/tronweb')

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Two who ask at once each make it, and one of them is kept. */
async function install(): Promise<void> {
  if (await isThere(installed)) return
  const folder = await mkdtemp(join(here, '.installing-'))
  try {
    for (const file of ['package.json', 'package-lock.json'])
      await cp(join(here, file), join(folder, file))
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
    })
    await rename(join(folder, 'node_modules'), join(here, 'node_modules'))
  } catch (error) {
    if (!(await isThere(installed))) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Why it isn't here, or null where it is. */
export const noTronWeb: string | null = await install().then(
  () => null,
  () => 'the npm registry, from which TronWeb is installed, is not reached here',
)

/** As much of it as is compared with. */
type TronWeb = {
  fromMnemonic(words: string, path: string): { address: string; publicKey: string }
  address: { toHex(address: string): string; fromHex(digits: string): string }
  isAddress(text: string): boolean
}

/** Only where it is installed. */
export const loadTronWeb = (): TronWeb =>
  (createRequire(join(here, 'tron-web.ts'))('tronweb') as { TronWeb: TronWeb }).TronWeb
