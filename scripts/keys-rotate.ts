/** `npm run keys:rotate`: a new key for people's documents, under which the key of each of them is wrapped anew while servers run. */
import '../src/platform/node-version.ts'
import { turnKeysOver } from '../src/domains/documents/turn-keys.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { documentKeysPath, openDocumentKeys } from '../src/platform/document-keys.ts'
import { runScript, say } from './script.ts'
import { withDatabase } from './which-database.ts'

await runScript(() =>
  withDatabase(readConfig(process.env), async ({ signIn, config }) => {
    await openDocumentKeys(config)
    const path = documentKeysPath(config)
    if (path === null)
      throw new CannotStart(
        'Say in GLASSHOUSE_DOCUMENT_KEYS_FILE where the keys are. docs/runbooks/document-keys.md says how they are made.',
      )
    const pool = createPool({ ...signIn, name: 'glasshouse keys', max: 2 })
    try {
      await turnKeysOver(pool, path, say)
    } finally {
      await pool.end()
    }
  }),
)
