/** The rounds of a run: one fault each, then everything has to work again, and everything is checked. */
import { Chance } from './chance.ts'
import type { Cluster } from './cluster.ts'
import type { Door } from './doors.ts'
import { FaultFound, type Fault, type Struck } from './faults.ts'
import { House } from './house.ts'
import type { Journal } from './journal.ts'
import type { Nemesis } from './nemesis-process.ts'
import type { Options } from './options.ts'
import { gatherCast, type Cast } from './people.ts'
import { noTally, type Tally } from './records.ts'
import { closeConnections } from './wire.ts'

export type Line = { fault: string; rounds: number; hits: number } & Required<Omit<Struck, 'hits'>>

export type Result = {
  lines: Line[]
  /** Faults that could not be injected here, with the reason. */
  notRun: { fault: string; why: string }[]
  tally: Tally
  checked: { snapshots: number; checks: number }
  houses: number
  /** What was wrong; should be empty. */
  faults: string[]
  seconds: number
  /** Its version. */
  postgres: string
}

/** What an audit of the whole house costs grows with the house. */
const largestHouse = 7_000

export type Setting = {
  cluster: Cluster
  nemesis: Nemesis
  doors: readonly [Door, Door]
  journal: Journal
  options: Options
  say(line: string): void
}

const template = 'template_house'
const people = 12

/** The first house: a server makes its world, people sign up, and all houses are copies of it. */
async function buildTemplate({ cluster, nemesis, doors: [door] }: Setting): Promise<Cast> {
  await cluster.ask('postgres', (client) => client.query(`create database ${template}`))
  await door.open(template, 'once')
  // It goes on for hours, and no one here can reauthenticate before money leaves.
  await cluster.ask(template, (client) =>
    client.query(
      `alter table auth.sessions alter column fresh_until set default clock_timestamp() + interval '30 days'`,
    ),
  )
  const cast = await gatherCast(nemesis.ports[door.link], people)
  await door.close()
  closeConnections()
  return cast
}

/** Kills in between, so that a long run has as many as it can: everything else comes once in a while. */
const killsPerCycle = 40

export class Campaign {
  readonly #setting: Setting
  readonly #chance: Chance
  readonly #begun = performance.now()
  readonly result: Result
  #houseNumber = 0
  house: House | null = null

  constructor(setting: Setting) {
    this.#setting = setting
    this.#chance = new Chance(setting.options.seed)
    const { whyNone } = setting.cluster.disks
    const runnable = setting.options.faults.filter(
      ({ needsDisks }) => !needsDisks || whyNone === null,
    )
    this.result = {
      lines: runnable.map(({ name }) => ({
        fault: name,
        rounds: 0,
        hits: 0,
        crashPoints: 0,
        server: 0,
        postgres: 0,
        backend: 0,
        terminated: 0,
      })),
      notRun: setting.options.faults
        .filter((fault) => !runnable.includes(fault))
        .map(({ name }) => ({ fault: name, why: whyNone ?? '' })),
      tally: noTally(),
      checked: { snapshots: 0, checks: 0 },
      houses: 0,
      faults: [],
      seconds: 0,
      postgres: '',
    }
  }

  get kills(): number {
    return this.result.lines.reduce(
      (sum, { server, postgres, backend }) => sum + server + postgres + backend,
      0,
    )
  }

  #line(fault: Fault): Line {
    return this.result.lines.find((line) => line.fault === fault.name)!
  }

  #isOver(): boolean {
    const { minutes, kills, rounds } = this.#setting.options
    return (
      this.result.faults.length > 0 ||
      performance.now() - this.#begun > minutes * 60_000 ||
      this.kills >= kills ||
      this.result.lines.every((line) => line.rounds >= rounds)
    )
  }

  /** Every fault once in random order, and between them those that kill, again and again. */
  #cycle(): Fault[] {
    const {
      options: { faults, rounds },
    } = this.#setting
    const runnable = faults.filter(({ name }) =>
      this.result.lines.some((line) => line.fault === name),
    )
    if (rounds !== Infinity)
      return this.#chance.shuffled(runnable.filter((fault) => this.#line(fault).rounds < rounds))
    const killing = runnable.filter(({ name }) => name.includes('kill'))
    const more =
      killing.length === runnable.length
        ? []
        : Array.from(
            { length: killing.length > 0 ? killsPerCycle : 0 },
            (_, n) => killing[n % killing.length]!,
          )
    return this.#chance.shuffled([...runnable, ...more])
  }

  async run(): Promise<Result> {
    this.result.postgres = await this.#setting.cluster.version()
    const cast = await buildTemplate(this.#setting)
    while (!this.#isOver()) {
      for (const fault of this.#cycle()) {
        if (this.#isOver()) break
        if (this.house && this.house.checked.commands > largestHouse) await this.#leaveHouse()
        this.house ??= await this.#openHouse(cast)
        await this.#round(fault, this.house)
      }
    }
    if (this.house && this.result.faults.length === 0) await this.#leaveHouse()
    return this.result
  }

  /** Counts what was done so far; where something went wrong, the house is left unchanged, with no one at work in it. */
  async end(): Promise<void> {
    this.result.seconds = (performance.now() - this.#begun) / 1000
    if (this.house) {
      this.#count(this.house)
      this.house.sender.givenUp = true
      await this.house.load.stop()
      await this.house.shut()
    }
    await Promise.all(this.#setting.doors.map((door) => door.close()))
  }

  async #openHouse(cast: Cast): Promise<House> {
    const { cluster, nemesis, doors, journal, options } = this.#setting
    this.#houseNumber += 1
    const chance = this.#chance.fork(this.#houseNumber)
    const house = await House.open(`house_${this.#houseNumber}`, template, {
      cluster,
      nemesis,
      doors,
      journal,
      cast,
      chance,
      thinkMs: options.thinkMs,
    })
    house.load.start()
    return house
  }

  async #leaveHouse(): Promise<void> {
    const house = this.house!
    this.#found(await house.close())
    // A house in which something was wrong is kept as evidence.
    if (this.result.faults.length > 0) return
    this.#count(house)
    this.house = null
    await house.drop()
  }

  #count(house: House): void {
    const { tally, checked } = this.result
    for (const [name, value] of Object.entries(house.records.tally) as [keyof Tally, number][])
      tally[name] += value
    checked.snapshots += house.checked.rounds
    checked.checks += house.checked.checks
    this.result.houses += 1
  }

  #found(faults: readonly string[]): void {
    this.result.faults.push(...faults)
  }

  async #round(fault: Fault, house: House): Promise<void> {
    const {
      cluster,
      nemesis,
      doors,
      say,
      options: { strikes, kills },
    } = this.#setting
    const before = { ...house.records.tally }
    const begun = performance.now()
    const watching = this.#watch(house)
    const struck: Struck[] = []
    try {
      for (let n = 0; n < (strikes ?? fault.times) && this.kills < kills; n += 1) {
        const once = await fault.strike({ house, cluster, nemesis, doors, chance: this.#chance })
        struck.push(once)
        this.#add(fault, once)
      }
      this.#found(await house.recovers())
    } catch (error) {
      if (!(error instanceof FaultFound)) throw error
      this.#found([error.message])
    } finally {
      await watching.stop()
    }
    this.#line(fault).rounds += 1
    this.#found(await house.check())
    say(this.#told(fault, struck, house, before, performance.now() - begun))
  }

  /** Checks every two seconds, as long as the database can be read. */
  #watch(house: House): { stop(): Promise<void> } {
    let checking: Promise<void> | null = null
    const timer = setInterval(() => {
      checking ??= house
        .check()
        .then(
          (faults) => this.#found(faults),
          () => {},
        )
        .finally(() => (checking = null))
    }, 2_000)
    return {
      async stop() {
        clearInterval(timer)
        await checking
      },
    }
  }

  #add(
    fault: Fault,
    { hits, crashPoints = 0, server = 0, postgres = 0, backend = 0, terminated = 0 }: Struck,
  ): void {
    const line = this.#line(fault)
    line.hits += hits
    line.crashPoints += crashPoints
    line.server += server
    line.postgres += postgres
    line.backend += backend
    line.terminated += terminated
  }

  #told(fault: Fault, struck: Struck[], house: House, before: Tally, ms: number): string {
    const now = house.records.tally
    const gained = (name: keyof Tally) => now[name] - before[name]
    const hits = struck.reduce((sum, once) => sum + once.hits, 0)
    return [
      fault.name.padEnd(27),
      `${hits} hits`.padEnd(10),
      `${this.kills} kills`.padEnd(12),
      `${gained('acknowledged')} acked`.padEnd(11),
      `${gained('unknown')} unknown`.padEnd(12),
      `${gained('resolved')} resolved`.padEnd(13),
      `${house.checked.commands} commands checked`.padEnd(24),
      `${(ms / 1000).toFixed(1)} s`,
    ].join(' ')
  }
}
