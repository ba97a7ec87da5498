/** The passwords and keys of a cluster: made once into a folder, then read from there. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const names = [
  'secret',
  'document_keys',
  'owner_password',
  'server_password',
  'replicator_password',
  'rewinder_password',
  'patroni_password',
] as const

export type Secrets = Record<(typeof names)[number], string>

/** Keys of documents are base64; what else there is goes into addresses and YAML as it is. */
const made = (name: string) => randomBytes(32).toString(name === 'document_keys' ? 'base64' : 'hex')

export async function keepSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const pairs = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      await writeFile(path, `${made(name)}\n`, { flag: 'wx', mode: 0o600 }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        },
      )
      return [name, (await readFile(path, 'utf8')).trim()] as const
    }),
  )
  return Object.fromEntries(pairs) as Secrets
}
