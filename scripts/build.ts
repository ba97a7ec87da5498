/** `npm run build`: builds the web app into build/ when its sources have changed. */
import '../src/platform/node-version.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { ensureWebBuild } from '../src/platform/web-build.ts'

try {
  await ensureWebBuild((line) => process.stdout.write(`${line}\n`))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
