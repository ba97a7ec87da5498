/** `npm run audit`, and along the chains, as the application's role. */
import { join } from 'node:path'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import { thisProject } from '../../deploy/cluster/programs.ts'
import { run } from '../../deploy/cluster/shell.ts'
import type { Host } from '../../deploy/cluster/site.ts'

/** What they find wrong. `url`: of another database than the one that HAProxy leads to. */
export async function audit(cluster: Cluster, url?: string): Promise<string[]> {
  const [host] = cluster.site.applications as [Host]
  const kept = join(cluster.site.rootOf(host), 'etc/glasshouse')
  const env: Record<string, string> = {
    ...(url ? { DATABASE_URL: url } : { DATABASE_URL_FILE: join(kept, 'database_url') }),
    GLASSHOUSE_SECRET_FILE: join(kept, 'secret'),
  }
  const script = join(thisProject, 'scripts/audit.ts')
  const faults: string[] = []
  for (const more of [[], ['--chain']])
    await run(process.execPath, [script, ...more], env).catch(
      (error: Error & { stdout?: string }) =>
        faults.push(`The audit ${more.join()} says: ${error.stdout ?? ''} ${error.message}`),
    )
  return faults
}
