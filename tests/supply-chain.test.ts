/** G1: what is installed is what was written down, comes from the registry, and runs nothing on its way in but what is listed. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newFolder } from './support/folder.ts'
import { root } from './support/source.ts'

type Package = {
  name?: string
  version: string
  integrity?: string
  resolved?: string
  link?: true
  hasInstallScript?: true
}
type Manifest = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
> & { allowScripts: Record<string, boolean> }

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown
const manifest = readJson('package.json') as Manifest
const lock = Object.entries(
  (readJson('package-lock.json') as { packages: Record<string, Package> }).packages,
).filter(([path]) => path !== '')

const nameOf = (path: string, { name }: Package) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('G1 every version is an exact one', () => {
  const asked = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('G1 every package has a digest, and comes from the registry', () => {
  expect(
    lock
      .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
      .map(([path]) => path),
  ).toEqual([])
  // Without an address of its own a package is the registry's; one from git, a folder or elsewhere would have one.
  expect(
    lock.filter(([, { resolved, link }]) => link || resolved !== undefined).map(([path]) => path),
  ).toEqual([])
})

test('G1 packages that run something when they are installed are those that may, and no others', () => {
  const running = lock
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, found]) => nameOf(path, found))
  const allowed = Object.entries(manifest.allowScripts).flatMap(([name, may]) =>
    may ? [name] : [],
  )
  expect(running.toSorted()).toEqual(allowed.toSorted())
})

test('G1 the bill of materials names every package with its version and digest, and says which of them ship', async () => {
  const file = join(await newFolder(), 'sbom.json')
  await promisify(execFile)(process.execPath, ['scripts/sbom.ts', file], { cwd: root })
  const bill = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string
    components: { purl: string; scope: string; hashes: { content: string }[] }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const named = bill.components.map(
    ({ purl, hashes }) =>
      `${decodeURIComponent(purl)} ${Buffer.from(hashes[0]!.content, 'hex').toString('base64')}`,
  )
  expect(named.toSorted()).toEqual(
    lock
      .map(
        ([path, found]) =>
          `pkg:npm/${nameOf(path, found)}@${found.version} ${found.integrity!.slice('sha512-'.length)}`,
      )
      .toSorted(),
  )
  const ships = new Set(
    bill.components
      .filter(({ scope }) => scope !== 'excluded')
      .map(({ purl }) => decodeURIComponent(purl)),
  )
  expect(
    Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
      ([name, version]) => !ships.has(`pkg:npm/${name}@${version}`),
    ),
  ).toEqual([])
})
