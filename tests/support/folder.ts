/** Temporary folders, removed when the test file that asked for them ends. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-folder-'))
  folders.push(folder)
  return folder
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}
