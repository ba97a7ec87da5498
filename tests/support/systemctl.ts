/**
 * Stands for `systemctl` in a root without systemd: what the units in /etc/systemd/system say is what is run, with their
 * environment, credentials, state and user. PostgreSQL and nginx are started as Debian's own units start them.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { processOf, readUnit } from './units.ts'

const folder = '/etc/systemd/system'
const [, , verb, ...given] = process.argv
const names = given.filter((one) => !one.startsWith('--'))

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** A number of /etc/passwd for its user. */
function userOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  if (!line) fail(`There is no user ${name}.`)
  const [, , uid, gid] = line.split(':').map(Number)
  return { uid: uid!, gid: gid! }
}

const pidFile = (name: string) => `/run/${name}.pid`
const logFile = (name: string) => `/var/log/${name}.log`

function runUnit(name: string): void {
  const path = join(folder, `${name}.service`)
  const unit = readUnit(path, ...globSync(`${path}.d/*.conf`))
  for (const earlier of unit.all('Wants').join(' ').split(' '))
    if (earlier.startsWith('glasshouse-')) runUnit(earlier.replace('.service', ''))
  const { uid, gid } = userOf(unit.all('User')[0]!)
  const credentials = `/run/credentials/${name}`
  rmSync(credentials, { recursive: true, force: true })
  mkdirSync('/run/credentials', { recursive: true })
  mkdirSync(credentials, { mode: 0o500 })
  for (const [id, from] of unit.all('LoadCredential').map((one) => one.split(':'))) {
    copyFileSync(from!, join(credentials, id!))
    chownSync(join(credentials, id!), uid, gid)
    chmodSync(join(credentials, id!), 0o400)
  }
  chownSync(credentials, uid, gid)
  for (const state of unit.all('StateDirectory')) {
    mkdirSync(join('/var/lib', state), { recursive: true, mode: 0o700 })
    chownSync(join('/var/lib', state), uid, gid)
  }
  const { command, env } = processOf(unit, { credentials, state: '/var/lib' }, (file) =>
    readFileSync(file, 'utf8'),
  )
  const log = openSync(logFile(name), 'a')
  const [program, ...args] = [
    ...[
      '/usr/bin/setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--bounding-set=-all',
    ],
    ...['--no-new-privs', '--', ...command],
  ]
  const how = {
    cwd: unit.all('WorkingDirectory')[0]!,
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', log, log] as ['ignore', number, number],
  }
  if (unit.all('Type')[0] === 'oneshot') {
    if (spawnSync(program!, args, how).status !== 0)
      process.stderr.write(
        `Job for ${name}.service failed.\n${readFileSync(logFile(name), 'utf8')}`,
      )
    return
  }
  const child = spawn(program!, args, { ...how, detached: true })
  writeFileSync(pidFile(name), String(child.pid))
  child.unref()
}

function isThere(pid: number): boolean {
  return (
    existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  )
}

function stopUnit(name: string): void {
  if (!existsSync(pidFile(name))) return
  const pid = Number(readFileSync(pidFile(name), 'utf8'))
  rmSync(pidFile(name))
  if (isThere(pid)) process.kill(pid, 'SIGTERM')
  while (isThere(pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
}

function others(name: string, action: string): void {
  const postgres = /^postgresql@(\d+)-(\w+)$/.exec(name)
  const command = postgres
    ? ['pg_ctlcluster', '--skip-systemctl-redirect', postgres[1]!, postgres[2]!, action]
    : name === 'nginx'
      ? {
          start: ['nginx'],
          restart: ['nginx'],
          reload: ['nginx', '-s', 'reload'],
          stop: ['nginx', '-s', 'stop'],
        }[action]
      : undefined
  if (!command) fail(`Unit ${name}.service not found.`)
  const { status } = spawnSync(command[0]!, command.slice(1), {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Stopping what is stopped is no fault of systemctl's.
  if (status !== 0 && action !== 'stop') fail(`Job for ${name}.service failed.`)
}

function act(name: string, action: string): void {
  if (!name.startsWith('glasshouse-')) return others(name, action)
  if (action !== 'start') stopUnit(name)
  if (action !== 'stop' && !existsSync(pidFile(name))) runUnit(name)
}

if (verb === 'enable' && given.includes('--now')) for (const name of names) act(name, 'start')
else if (verb === 'start' || verb === 'stop' || verb === 'restart' || verb === 'reload')
  for (const name of names) act(name, verb)
else if (verb !== 'daemon-reload') fail(`Unknown command verb ${verb}.`)
