/** What Patroni says of itself, and of the others. */
import type { Host } from './site.ts'

export type Member = {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  /** `running` or, from 3.1 on, `streaming` of one that follows. */
  state: string
  timeline?: number
  lag?: number | string
}

export async function membersBy({ address }: Host): Promise<Member[] | null> {
  try {
    const reply = await fetch(`http://${address}:8008/cluster`, {
      signal: AbortSignal.timeout(2_000),
    })
    return ((await reply.json()) as { members: Member[] }).members
  } catch {
    return null
  }
}

/** Whether it says that it is the primary: what HAProxy asks too. */
export async function isPrimary({ address }: Host): Promise<boolean> {
  try {
    const reply = await fetch(`http://${address}:8008/primary`, {
      signal: AbortSignal.timeout(2_000),
    })
    return reply.status === 200
  } catch {
    return false
  }
}

const isUp = ({ state }: Member) => state === 'running' || state === 'streaming'

/** One leader, one synchronous standby, one more, and all at work on one timeline. */
export function isWhole(members: readonly Member[]): boolean {
  const roles = members
    .map(({ role }) => role)
    .toSorted()
    .join()
  return (
    roles === 'leader,replica,sync_standby' &&
    members.every(isUp) &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  )
}
