/** On one machine each host is a network namespace of its own; a bridge joins them and this machine. Needs root. */
import { run } from './shell.ts'
import { hostsOf, machineOf, tagOf, type Host, type Site } from './site.ts'

export class Network {
  readonly #tag: string
  readonly #machine: string

  constructor(folder: string) {
    this.#tag = tagOf(folder)
    this.#machine = machineOf(folder)
  }

  /** The name of its namespace, and of its cable's end at the bridge: at most 15 characters. */
  namespaceOf({ name }: Host): string {
    return `${this.#tag}-${name}`
  }

  async make(site: Site): Promise<void> {
    const bridge = this.#tag
    await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
    await run('ip', ['address', 'add', `${this.#machine}/24`, 'dev', bridge])
    await run('ip', ['link', 'set', bridge, 'up'])
    for (const host of hostsOf(site)) await this.#join(host, bridge)
  }

  async #join(host: Host, bridge: string): Promise<void> {
    const name = this.namespaceOf(host)
    const inside = (...args: string[]) => run('ip', ['-netns', name, ...args])
    await run('ip', ['netns', 'add', name])
    const peer = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', name]
    await run('ip', ['link', 'add', name, ...peer])
    await run('ip', ['link', 'set', name, 'master', bridge, 'up'])
    await inside('address', 'add', `${host.address}/24`, 'dev', 'eth0')
    await inside('link', 'set', 'eth0', 'up')
    await inside('link', 'set', 'lo', 'up')
  }

  #nft(host: Host, ...rules: string[]): Promise<string> {
    return run('ip', ['netns', 'exec', this.namespaceOf(host), 'nft', rules.join('\n')])
  }

  /** From now on every packet from it and to it is dropped without a word; it still reaches itself. */
  async cut(host: Host): Promise<void> {
    const chain = (hook: 'input' | 'output', loopback: 'iif' | 'oif') => [
      `add chain inet cut ${hook} { type filter hook ${hook} priority 0; policy drop; }`,
      `add rule inet cut ${hook} ${loopback} lo accept`,
    ]
    await this.#nft(host, 'add table inet cut', ...chain('input', 'iif'), ...chain('output', 'oif'))
  }

  /** From now on nothing comes from a primary's PostgreSQL; everything else still does. */
  async cutFromPrimary(host: Host): Promise<void> {
    await this.#nft(
      host,
      'add table inet cut',
      'add chain inet cut input { type filter hook input priority 0; }',
      'add chain inet cut output { type filter hook output priority 0; }',
      'add rule inet cut input tcp sport 5432 drop',
      'add rule inet cut output tcp dport 5432 drop',
    )
  }

  async heal(host: Host): Promise<void> {
    await this.#nft(host, 'add table inet cut', 'delete table inet cut')
  }

  /** Every process in it: all were started by the cluster. */
  async processesOf(host: Host): Promise<number[]> {
    return this.#pids(this.namespaceOf(host))
  }

  async #pids(namespace: string): Promise<number[]> {
    const text = await run('ip', ['netns', 'pids', namespace])
    return text.split('\n').filter(Boolean).map(Number)
  }

  async #namespaces(): Promise<string[]> {
    const text = await run('ip', ['netns', 'list'])
    return text
      .split('\n')
      .map((line) => line.split(' ')[0]!)
      .filter((name) => name.startsWith(`${this.#tag}-`))
  }

  async isMade(): Promise<boolean> {
    return (await this.#namespaces()).length > 0
  }

  async everyProcess(): Promise<number[]> {
    const pids = await Promise.all((await this.#namespaces()).map((name) => this.#pids(name)))
    return pids.flat()
  }

  /** The cables go with the namespaces. */
  async remove(): Promise<void> {
    for (const name of await this.#namespaces()) await run('ip', ['netns', 'delete', name])
    await run('ip', ['link', 'delete', this.#tag]).catch(() => {})
  }
}
