/** Small disks of their own for data and WAL, so that they can be filled without touching others. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runAs, type SystemUser } from '../../src/platform/postgres/home.ts'

export type Disks = {
  data: string
  wal: string
  /** Why no disk can be filled here, or null: they are separate mounts. */
  whyNone: string | null
  remove(): Promise<void>
}

const sizes = { data: '640m', wal: '192m' }

async function mountAt(folder: string, size: string, user: SystemUser): Promise<string | null> {
  const owner = user ? `,uid=${user.uid},gid=${user.gid}` : ''
  const { code, stderr } = await runAs(null, 'mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${size},mode=700${owner}`,
    'tmpfs',
    folder,
  ])
  return code === 0 ? null : stderr.trim().split('\n')[0] || 'mount failed'
}

/** Unmounts whatever is mounted below a folder, ours or left behind by a run that was killed. */
export async function unmountBelow(folder: string): Promise<void> {
  const mounts = (await readFile('/proc/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  for (const mount of mounts.filter((place) => place.startsWith(`${folder}/`)))
    await runAs(null, 'umount', ['-l', mount])
}

/** Both are made below `folder`, which belongs to `user`. Where mounting isn't possible they are plain folders. */
export async function prepareDisks(folder: string, user: SystemUser): Promise<Disks> {
  const [data, wal] = [join(folder, 'data-disk'), join(folder, 'wal-disk')]
  for (const place of [data, wal]) await mkdir(place, { mode: 0o700 })
  const failures =
    user === null
      ? ['mounting needs root']
      : [await mountAt(data, sizes.data, user), await mountAt(wal, sizes.wal, user)].filter(
          (failure) => failure !== null,
        )
  const whyNone =
    failures[0] === undefined ? null : `no small disk could be mounted: ${failures[0]}`
  if (whyNone !== null) await unmountBelow(folder)
  return { data, wal, whyNone, remove: () => unmountBelow(folder) }
}
