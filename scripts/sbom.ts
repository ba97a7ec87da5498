/**
 * `npm run sbom`: writes sbom.cdx.json, the bill of materials in CycloneDX 1.5, from package-lock.json: every package with
 * its version, licence and digest. Equal lock files give equal bills. npm's own leaves out packages that tools need, too.
 */
import '../src/platform/node-version.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Package = {
  name?: string
  version: string
  integrity: string
  license?: string
  dev?: true
  devOptional?: true
  optional?: true
}

const root = join(import.meta.dirname, '..')

/** Dev tools are no part of what runs; what is optional is there on some machines only. */
function scopeOf({ dev, devOptional, optional }: Package): 'required' | 'optional' | 'excluded' {
  if (dev || devOptional) return 'excluded'
  return optional ? 'optional' : 'required'
}

function componentOf([path, found]: [string, Package]) {
  const name = found.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, integrity, license } = found
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': `${purl}#${path}`,
    name,
    version,
    scope: scopeOf(found),
    purl,
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
      },
    ],
    ...(license ? { licenses: [{ expression: license }] } : {}),
  }
}

const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
  name: string
  version: string
  packages: Record<string, Package>
}
const components = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(componentOf)
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': lock.name,
      name: lock.name,
      version: lock.version,
    },
  },
  components,
}
const [file = join(root, 'sbom.cdx.json')] = process.argv.slice(2)
await writeFile(file, `${JSON.stringify(bill, null, 1)}\n`)
process.stdout.write(`${components.length} packages in ${file}\n`)
