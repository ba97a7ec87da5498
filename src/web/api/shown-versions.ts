/** Of which version of the own account each answer that is shown is, at the least. */
import { accountVersion } from '../../contract/endpoint.ts'

const versions = new Map<string, number>()

/** `key`: of the question, as RTK Query has it. */
export function noteVersion(key: string | undefined, response: Response | undefined): void {
  const version = response?.headers.get(accountVersion)
  if (key !== undefined && version) versions.set(key, Number(version))
}

/** Whether the answer to this question may lack what came with a version. */
export const mayLack = (key: string, version: number) => (versions.get(key) ?? 0) < version
