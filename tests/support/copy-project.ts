/** What a start needs of the project, its built web app included, but for node_modules. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder, ensureWebBuild } from '../../src/platform/web-build.ts'
import { projectFolder } from './server.ts'

const needed = [
  'src',
  'db',
  'content',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

export async function copyProject(into: string): Promise<void> {
  await ensureWebBuild(() => {})
  for (const name of needed)
    await cp(join(projectFolder, name), join(into, name), { recursive: true })
  await cp(buildFolder, join(into, 'build'), { recursive: true })
}
