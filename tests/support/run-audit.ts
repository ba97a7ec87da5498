import { execFile } from 'node:child_process'
import { compileCache } from './compile-cache.ts'
import type { TestDatabase } from './database.ts'
import { projectFolder } from './server.ts'

/** `npm run audit`, as an auditor runs it. */
export function runAudit(
  { url }: TestDatabase,
  ...options: string[]
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/audit.ts', ...options],
      { cwd: projectFolder, env: { PATH: process.env.PATH, DATABASE_URL: url, ...compileCache } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}
