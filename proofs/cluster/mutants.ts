/** Clusters that lose what they have acknowledged: a run in one of them has to fail, or it proves nothing. */
import { join } from 'node:path'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import { ensureWebBuild } from '../../src/platform/web-build.ts'
import { mutants } from '../mutants/mutants.ts'
import { copyProject, edit } from '../mutants/tree.ts'

export type Mutant = {
  name: string
  says: string
  /** The project whose servers run, from what is copied into the folder. */
  projectIn?(folder: string): Promise<string>
  /** What is changed in the running cluster. */
  spoil?(cluster: Cluster): Promise<void>
}

/** From now on COMMIT is answered before any standby has it. */
async function commitLocally(cluster: Cluster): Promise<void> {
  const { address } = (await cluster.primary())!
  const login = Buffer.from(`patroni:${cluster.secrets.patroni_password}`).toString('base64')
  const reply = await fetch(`http://${address}:8008/config`, {
    method: 'PATCH',
    headers: { authorization: `Basic ${login}` },
    body: JSON.stringify({ postgresql: { parameters: { synchronous_commit: 'local' } } }),
  })
  if (!reply.ok) throw new Error(`Patroni answered ${reply.status}`)
}

/** The same edit that `npm run mutants` proves with one server and one standby. */
async function believingProject(folder: string): Promise<string> {
  const project = join(folder, 'project')
  const { edits } = mutants.find(({ name }) => name === 'warning-is-done')!
  await ensureWebBuild(() => {})
  await copyProject(project)
  await edit(project, edits)
  return project
}

export const clusterMutants: readonly Mutant[] = [
  {
    name: 'asynchronous',
    says: 'COMMIT waits for no standby: red with --only unreplicated',
    spoil: commitLocally,
  },
  {
    name: 'believed',
    says: 'servers believe a COMMIT that is answered with a warning: red with --only cancelled-wait',
    projectIn: believingProject,
  },
]
