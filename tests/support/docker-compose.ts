/**
 * Stands for `docker compose` where there is podman and no Docker: it reads deploy/compose.yaml as the Compose specification says
 * and runs what it finds, each service with its user, secrets, volumes, tmpfs, capabilities and conditions, and nothing beside.
 * Secrets of a file are that very file, with its owner and mode. `docker compose -f FILE build|up|run|exec|stop|start|down …`
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'yaml'

type Service = {
  image: string
  build?: string | { context: string; target?: string }
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  tmpfs?: string[]
  shm_size?: string
  entrypoint?: string[]
  command?: string[]
  working_dir?: string
  environment?: Record<string, string>
  volumes?: string[]
  secrets?: string[]
  ports?: string[]
  restart?: string
  profiles?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[]; retries: number }
}
type Compose = {
  name: string
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}

const [, , compose, flag, file, verb, ...given] = process.argv
if (compose !== 'compose' || flag !== '-f') throw new Error('docker compose -f FILE VERB …')
const folder = dirname(resolve(file!))

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const beside = resolve(folder, '.env')
const environment: Record<string, string | undefined> = {
  ...(existsSync(beside)
    ? Object.fromEntries(
        [...readFileSync(beside, 'utf8').matchAll(/^(\w+)=("?)(.*)\2$/gm)].map(
          ([, name, , value]) => [name, value],
        ),
      )
    : {}),
  ...process.env,
}

/** `${NAME:-default}` and `${NAME:?why it is needed}`: an empty one counts as absent. */
const interpolated = readFileSync(file!, 'utf8').replaceAll(
  /\$\{(\w+):([-?])([^}]*)\}/g,
  (_, name: string, kind: string, rest: string) =>
    environment[name] || (kind === '-' ? rest : fail(`${name} is missing: ${rest}`)),
)
const { name, services, secrets } = parse(interpolated, { merge: true }) as Compose
const project = environment.COMPOSE_PROJECT_NAME || name
/** Images are the project's own: no other's of the same name is touched. */
const imageOf = (of: Service) => `localhost/${project}-${of.image}`

const nameOf = (service: string) => `${project}-${service}-1`
const volumeOf = (text: string) =>
  /^[./]/.test(text)
    ? resolve(folder, text.slice(0, text.indexOf(':'))) + text.slice(text.indexOf(':'))
    : `${project}_${text}`

const each = <T>(flagName: string, values: readonly T[] = []) =>
  values.flatMap((value) => [flagName, String(value)])

/** What `podman run` is told of a service. The first line is this machine's: it has no cgroups to give. */
const argumentsOf = (of: Service) => [
  ...['--cgroups=disabled', '--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'],
  `--network=${project}_default`,
  ...(of.user ? ['--user', of.user] : []),
  ...(of.read_only ? ['--read-only'] : []),
  ...each('--cap-drop', of.cap_drop),
  ...each(
    '--security-opt',
    of.security_opt?.map((one) => one.replace(':true', '')),
  ),
  ...each('--tmpfs', of.tmpfs),
  ...(of.shm_size ? ['--shm-size', of.shm_size] : []),
  ...(of.working_dir ? ['--workdir', of.working_dir] : []),
  ...each(
    '--env',
    Object.entries(of.environment ?? {}).map(([name, value]) => `${name}=${value}`),
  ),
  ...each('--volume', of.volumes?.map(volumeOf)),
  ...each(
    '--volume',
    of.secrets?.map((name) => `${resolve(folder, secrets[name]!.file)}:/run/secrets/${name}:ro`),
  ),
  ...(of.entrypoint
    ? ['--entrypoint', of.entrypoint.length > 0 ? JSON.stringify(of.entrypoint) : '']
    : []),
  '--no-healthcheck',
]

const podman = (args: string[], quiet = false) =>
  spawnSync('podman', args, { stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'] }).status
const must = (args: string[]) => podman(args, true) === 0 || fail(`podman ${args.join(' ')} failed`)

/** What stands in for the bases of the Dockerfile, as `NAME=image` with spaces between. */
const bases = (process.env.GLASSHOUSE_TEST_BASES ?? '').split(' ').filter(Boolean)

function build(of: Service): void {
  const { build: how } = of
  if (how === undefined) return
  const { context, target } = typeof how === 'string' ? { context: how, target: undefined } : how
  const { status, stderr } = spawnSync(
    'buildah',
    [
      ...'bud --format docker --layers --isolation chroot --network host'.split(' '),
      ...each('--build-arg', bases),
      ...(target ? ['--target', target] : []),
      ...['--tag', imageOf(of), resolve(folder, context)],
    ],
    { encoding: 'utf8', maxBuffer: 64_000_000 },
  )
  if (status !== 0) fail(stderr)
}

/** Until what another service waits for is so; ends everything where it can't become so. */
async function until(service: string, condition: string): Promise<void> {
  if (condition === 'service_completed_successfully') {
    const { stdout } = spawnSync('podman', ['wait', nameOf(service)], { encoding: 'utf8' })
    if (stdout.trim() === '0') return
    podman(['logs', nameOf(service)])
    fail(`service "${service}" didn't complete successfully: exit ${stdout.trim()}`)
  }
  const { test, retries } = services[service]!.healthcheck!
  for (let tried = 0; tried < retries; tried++) {
    if (podman(['exec', nameOf(service), ...test.slice(1)], true) === 0) return
    await setTimeout(2_000)
  }
  podman(['logs', nameOf(service)])
  fail(`dependency failed to start: container ${nameOf(service)} is unhealthy`)
}

const started = new Set<string>()
async function start(service: string): Promise<void> {
  if (started.has(service)) return
  started.add(service)
  const of = services[service]!
  for (const [earlier, { condition }] of Object.entries(of.depends_on ?? {})) {
    await start(earlier)
    await until(earlier, condition)
  }
  podman(['rm', '--force', nameOf(service)], true)
  must([
    ...['run', '--detach', '--name', nameOf(service), '--network-alias', service],
    ...each('--publish', of.ports),
    ...argumentsOf(of),
    ...[imageOf(of), ...(of.command ?? [])],
  ])
}

const options = given.filter(
  (one, at) =>
    one.startsWith('--') && given.slice(0, at).every((before) => before.startsWith('--')),
)
const [first, ...rest] = given.slice(options.length)
const named =
  first === undefined
    ? Object.keys(services).filter((name) => !services[name]!.profiles)
    : [first, ...rest]

if (verb === 'up') {
  if (podman(['network', 'exists', `${project}_default`], true) !== 0)
    must(['network', 'create', `${project}_default`])
  if (options.includes('--build')) Object.values(services).forEach(build)
  for (const service of named) await start(service)
} else if (verb === 'build') Object.values(services).forEach(build)
else if (verb === 'run') {
  const of = services[first!]!
  const command = rest.length > 0 ? rest : (of.command ?? [])
  process.exitCode = podman(['run', '--rm', ...argumentsOf(of), imageOf(of), ...command]) ?? 1
} else if (verb === 'exec') process.exitCode = podman(['exec', nameOf(first!), ...rest]) ?? 1
else if (verb === 'stop')
  for (const service of named) must(['stop', '--time', '60', nameOf(service)])
else if (verb === 'start') for (const service of named) must(['start', nameOf(service)])
else if (verb === 'down') {
  for (const service of Object.keys(services))
    podman(['rm', '--force', '--volumes', nameOf(service)], true)
  if (options.includes('--volumes'))
    for (const volume of ['database', 'backups', 'server', 'worker'])
      podman(['volume', 'rm', '--force', `${project}_${volume}`], true)
  podman(['network', 'rm', '--force', `${project}_default`], true)
} else fail(`unknown command: ${verb}`)
