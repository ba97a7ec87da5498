/** A machine within this one: processes, mounts and network of its own, with one wire to the test. As root. */
import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

export type Machine = {
  /** The test's end of the wire, as it is seen from the machine. */
  outside: string
  /** The machine's end of it. */
  inside: string
  /** A shell on it, in which one block is run after the other; the first that fails ends it. */
  openShell(env?: Record<string, string>): Shell
}

export type Shell = {
  /** Runs it to its end. Throws with all that it said where it, or one before, has failed. */
  run(block: string): Promise<string>
  close(): void
}

const mark = 'that was the block'

function openShell(enter: string[], env: Record<string, string>): Shell {
  const child = spawn(enter[0]!, [...enter.slice(1), '/bin/bash', '-e'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  child.stdin.write('exec 2>&1\n')
  let said = ''
  let look = () => {}
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    look()
  })
  let hasEnded = false
  child.once('close', () => {
    hasEnded = true
    look()
  })
  return {
    run: (block) =>
      new Promise((resolve, reject) => {
        said = ''
        look = () => {
          if (said.endsWith(`${mark}\n`)) resolve(said.slice(0, -mark.length - 1))
          else if (hasEnded) reject(new Error(`It failed:\n${block}\n${said}`))
        }
        child.stdin.write(`{\n${block}\n} < /dev/null\nprintf '%s\\n' '${mark}'\n`)
        look()
      }),
    close: () => child.stdin.end(),
  }
}

/** Runs `preparing` in its name spaces, and keeps them until the test file ends. */
export async function startMachine(
  preparing: string[],
  { root, cwd }: { root: string; cwd: string },
): Promise<Machine> {
  const number = randomInt(0, 16_384)
  const address = (last: number) => `10.231.${number >> 6}.${((number & 63) << 2) + last}`
  const [outside, inside] = [address(1), address(2)]
  const wire = `gh${number}`
  // It ends with the test, however that ends.
  const child = spawn(
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', 'unshare'],
      ...['--mount', '--net', '--pid', '--fork', '--kill-child', '--propagation=private'],
      ...[
        'sh',
        '-ec',
        `${preparing.join('\n')}\nip link set lo up\necho ready\nexec sleep infinity`,
      ],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('close', (code) => reject(new Error(`The machine ended with ${code}.`)))
  })
  const init = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
  })
  const enter = ['nsenter', '--target', init, '--mount', '--net', '--pid']
  for (const line of [
    `ip link add ${wire}a type veth peer name ${wire}b netns ${init}`,
    `ip addr add ${outside}/30 dev ${wire}a`,
    `ip link set ${wire}a up`,
    `${enter.join(' ')} ip addr add ${inside}/30 dev ${wire}b`,
    `${enter.join(' ')} ip link set ${wire}b up`,
    `${enter.join(' ')} ip route add default via ${outside}`,
  ])
    execFileSync('sh', ['-c', line])
  return {
    outside,
    inside,
    openShell: (env = {}) =>
      openShell(
        [...enter, ...(root === '/' ? ['env', '-C', cwd] : ['chroot', root, 'env', '-C', cwd])],
        {
          PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          HOME: '/root',
          ...env,
        },
      ),
  }
}
