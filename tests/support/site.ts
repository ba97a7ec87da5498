/** The demonstration as its visitors find it: a server of the file's own on a copy of the sample world. */
import { createTestDatabase } from './database.ts'
import { startServer, type Starting, type TestServer } from './server.ts'

/** Call at the top of a test file, which stops it by `stopServers`. */
export async function startSite(
  starting: Omit<Starting, 'databaseUrl' | 'dataFolder'> = {},
): Promise<TestServer> {
  const { url } = await createTestDatabase({ world: true })
  return startServer({ ...starting, databaseUrl: url })
}
