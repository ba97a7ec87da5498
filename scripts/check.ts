/** `npm run check`: types, format, lint, unused code. */
import '../src/platform/node-version.ts'
import { runChecks } from './checks.ts'

const { failed } = await runChecks()
process.exitCode = failed === 0 ? 0 : 1
