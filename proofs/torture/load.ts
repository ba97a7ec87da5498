/** A dozen users and two administrators, each doing random things that such people do. */
import { setTimeout as wait } from 'node:timers/promises'
import { centsFromDollars } from '../../src/lib/money.ts'
import type { Chance } from './chance.ts'
import type { Asked, Op, Pool } from './operations.ts'
import { logIn, personFrom, signUp, type Person } from './people.ts'
import type { Records, Request } from './records.ts'
import { otherDoor, type Sender } from './sender.ts'

type Amounts = {
  version: number
  accountBalance: number
  held: number
  invested: number
  totalProfit: number
  totalLoss: number
  totalInvestment: number
}
type ActivityPage = {
  activity: { id: string; amount: number | null; balanceAfter: number | null }[]
}

const cents = (dollars: number): bigint => centsFromDollars(dollars)!
const centsOrNull = (dollars: number | null) => (dollars === null ? null : cents(dollars))

const userWeights = {
  deposit: 4,
  invest: 4,
  withdraw: 5,
  transfer: 3,
  cancel: 2,
  me: 3,
  activity: 2,
  again: 1,
  burst: 0.4,
}
const adminWeights = {
  approve: 5,
  reject: 1.5,
  pay: 3,
  giveBack: 1.5,
  race: 1,
  correct: 3,
  credit: 1.5,
  capital: 0.4,
  fund: 0.6,
  freeze: 0.3,
  unfreeze: 0.8,
  clock: 0.6,
  lookAt: 1.5,
  newcomer: 0.05,
}

/** The whole house is checked after every fault: more people would only make that slower. */
const maxUsers = 24

export class Load {
  /** How long a person thinks between two actions, on average. */
  readonly thinkMs: number
  readonly #records: Records
  readonly #sender: Sender
  readonly #seed: Chance
  readonly #ports: readonly [number, number]
  #going = false
  #actors: Promise<void>[] = []

  constructor(parts: {
    records: Records
    sender: Sender
    chance: Chance
    ports: readonly [number, number]
    thinkMs: number
  }) {
    this.#records = parts.records
    this.#sender = parts.sender
    this.#seed = parts.chance
    this.#ports = parts.ports
    this.thinkMs = parts.thinkMs
  }

  start(): void {
    this.#going = true
    for (const user of this.#records.users)
      this.#begin(user, (chance) => this.#userTurn(user, chance))
    for (const admin of this.#records.cast.admins)
      this.#begin(admin, (chance) => this.#adminTurn(admin, chance))
  }

  /** Resolves when everything that was begun is known. */
  async stop(): Promise<void> {
    this.#going = false
    while (this.#actors.length > 0) await Promise.all(this.#actors.splice(0))
  }

  #begin({ name }: Person, turn: (chance: Chance) => Promise<unknown>): void {
    const chance = this.#seed.fork(name)
    this.#actors.push(
      (async () => {
        while (this.#going) {
          await turn(chance)
          await wait(chance.fraction() * 2 * this.thinkMs)
        }
      })(),
    )
  }

  async #userTurn(user: Person, chance: Chance): Promise<unknown> {
    const perform = (asked: Asked) => this.#sender.perform(user, asked)
    const what = chance.weighted(userWeights)
    switch (what) {
      case 'deposit':
        return perform({
          kind: 'deposit',
          owner: user.id,
          amount: BigInt(chance.between(1_00, 3_000_00)),
        })
      case 'invest': {
        const plan =
          this.#records.cast.plans[Number(chance.weighted({ 0: 8, 1: 2, 2: 0.2, 3: 0.1 }))]!
        const [least, most] = [Number(plan.minimum), Number(plan.below)]
        return perform({
          kind: 'invest',
          owner: user.id,
          amount: BigInt(chance.between(least - 100, least + Math.floor((most - least) / 3))),
          plan,
        })
      }
      case 'withdraw':
        return perform({
          kind: 'withdraw',
          owner: user.id,
          amount: BigInt(chance.between(1, 300_00)),
          to: null,
        })
      case 'transfer':
        return perform({
          kind: 'withdraw',
          owner: user.id,
          amount: BigInt(chance.between(1, 200_00)),
          to: this.#somebody(chance),
        })
      case 'cancel':
        return this.#onRequest(
          user,
          chance,
          'pending',
          'cancel',
          (request) => request.owner === user.id,
        )
      case 'me':
        return this.#readStanding(user, user, '/me')
      case 'activity':
        return this.#readActivity(user, chance)
      case 'again':
        return this.#sendAgain(user, chance)
      case 'burst':
        return this.#spendAtBothDoors(user, chance)
    }
  }

  #somebody(chance: Chance): { owner: string; accountId: string } {
    const { id: owner, accountId } = chance.pick(this.#records.users)!
    return { owner, accountId }
  }

  /** The same money several times at once, through both servers: it is there once. */
  async #spendAtBothDoors(user: Person, chance: Chance): Promise<unknown> {
    const standing = (await this.#sender.read(user, '/me')) as { user: Amounts } | null
    const cash = standing ? cents(standing.user.accountBalance) : 0n
    if (cash < 10n) return null
    const amount = (cash * BigInt(chance.between(40, 100))) / 100n
    return Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        this.#sender.perform(
          user,
          { kind: 'withdraw', owner: user.id, amount, to: null },
          n % 2 === 0 ? 0 : 1,
        ),
      ),
    )
  }

  async #adminTurn(admin: Person, chance: Chance): Promise<unknown> {
    const perform = (asked: Asked) => this.#sender.perform(admin, asked)
    const user = chance.pick(this.#records.users)!
    const what = chance.weighted(adminWeights)
    switch (what) {
      case 'approve':
      case 'reject':
        return this.#onRequest(admin, chance, 'pending', what)
      case 'pay':
        return this.#onRequest(admin, chance, 'approved', 'pay')
      case 'giveBack':
        return this.#onRequest(admin, chance, 'approved', 'return')
      case 'race':
        return this.#race(chance)
      case 'correct':
        return this.#correct(admin, user, chance)
      case 'credit':
        return perform({
          kind: 'credit',
          user: user.id,
          referrer: user.referrer ?? this.#records.users[0]!.id,
          amount: BigInt(chance.between(1_00, 500_00)),
        })
      case 'capital':
        return perform({ kind: 'capital', amount: BigInt(chance.between(1_000_00, 100_000_00)) })
      case 'fund':
        return perform({
          kind: 'fund',
          pool: chance.pick(['returns', 'referral', 'corrections'] as Pool[])!,
          amount: BigInt(chance.between(1_00, 50_000_00)),
        })
      case 'freeze':
      case 'unfreeze':
        return perform({ kind: what, user: user.id })
      case 'clock':
        return perform({ kind: 'clock', days: chance.between(1, 9) })
      case 'lookAt':
        return this.#readStanding(admin, user, `/users/${user.id}`)
      case 'newcomer':
        return this.#newcomer(chance)
    }
  }

  async #onRequest(
    person: Person,
    chance: Chance,
    status: Request['status'],
    kind: 'cancel' | 'approve' | 'reject' | 'pay' | 'return',
    fits = (_: Request) => true,
  ): Promise<unknown> {
    const request = chance.pick(
      [...this.#records.requests.values()].filter(
        (found) => found.status === status && fits(found),
      ),
    )
    return request && this.#sender.perform(person, { kind, withdrawal: request.id })
  }

  /** Everything that can be decided about one request, at once and through both servers: one of them wins. */
  async #race(chance: Chance): Promise<unknown> {
    const request = chance.pick(
      [...this.#records.requests.values()].filter(({ status }) => status === 'pending'),
    )
    const owner = this.#records.users.find(({ id }) => id === request?.owner)
    if (!request || !owner) return null
    const { admins } = this.#records.cast
    const door = this.#sender.someDoor()
    return Promise.all([
      this.#sender.perform(admins[0]!, { kind: 'approve', withdrawal: request.id }, door),
      this.#sender.perform(
        admins[1]!,
        { kind: chance.happens(0.5) ? 'reject' : 'pay', withdrawal: request.id },
        otherDoor(door),
      ),
      this.#sender.perform(owner, { kind: 'cancel', withdrawal: request.id }, otherDoor(door)),
    ])
  }

  async #correct(admin: Person, user: Person, chance: Chance): Promise<unknown> {
    const found = (await this.#sender.read(admin, `/users/${user.id}`)) as { user: Amounts } | null
    if (!found) return null
    const { accountBalance, totalProfit, totalLoss, version } = found.user
    const by = () => BigInt(chance.between(-50_00, 50_00))
    return this.#sender.perform(admin, {
      kind: 'correct',
      user: user.id,
      ...(chance.happens(0.7) ? { balance: cents(accountBalance) + by() } : {}),
      ...(chance.happens(0.4) ? { profit: cents(totalProfit) + by() } : {}),
      ...(chance.happens(0.4) ? { loss: cents(totalLoss) + by() } : {}),
      ...(chance.happens(0.6) ? { version } : {}),
    })
  }

  async #readStanding(reader: Person, { id: owner }: Person, path: string): Promise<void> {
    const mustInclude = this.#records.lastAcknowledged(owner)
    const found = (await this.#sender.read(reader, path)) as { user: Amounts } | null
    if (!found) return
    const { user } = found
    this.#records.addReading({
      owner,
      mustInclude,
      version: user.version,
      cash: cents(user.accountBalance),
      held: cents(user.held),
      invested: cents(user.invested),
      profit: cents(user.totalProfit),
      loss: cents(user.totalLoss),
      principal: cents(user.totalInvestment),
    })
  }

  async #readActivity(user: Person, chance: Chance): Promise<void> {
    const mustInclude = this.#records.lastAcknowledged(user.id)
    const found = (await this.#sender.read(
      user,
      `/activity?limit=${chance.between(1, 40)}`,
    )) as ActivityPage | null
    if (!found) return
    const page = found.activity.map(({ id, amount, balanceAfter }) => ({
      id,
      amount: centsOrNull(amount),
      balanceAfter: centsOrNull(balanceAfter),
    }))
    this.#records.addReading({ owner: user.id, mustInclude, page })
  }

  async #sendAgain(user: Person, chance: Chance): Promise<void> {
    const known = [...this.#records.ops.values()].filter(
      ({ actor, reply }: Op) => actor === user.id && reply !== null && reply.status < 500,
    )
    const op = chance.pick(known)
    if (op) await this.#sender.sendAgain(user, op)
  }

  /** A sign-up has no key: after an unknown outcome the person signs in, and signs up again when that fails. */
  async #newcomer(chance: Chance): Promise<void> {
    if (this.#records.users.length >= maxUsers) return
    const email = `${chance.uuid()}@torture.example`
    const name = `Newcomer ${this.#records.users.length}`
    const { referralCode } = this.#records.users[0]!
    for (let turn = 0; !this.#sender.givenUp; turn += 1) {
      const port = this.#ports[this.#sender.someDoor()]
      const answer = await (
        turn % 2 === 0 ? signUp(port, { name, email, referralCode }) : logIn(port, email)
      ).catch(() => null)
      if (answer && answer.status < 300) {
        const person = personFrom(answer)
        this.#records.users.push(person)
        if (this.#going) this.#begin(person, (own) => this.#userTurn(person, own))
        return
      }
      await wait(100)
    }
  }
}
