/** A noun that only tests know: what it takes to make one, in one file. docs/making-a-noun.md shows it. */
import { defineCommand, refuse, refuseUnlessOpen } from '../../src/desk/command.ts'
import { cents, text, uuid, word } from '../../src/desk/column.ts'
import { defineEffect } from '../../src/desk/effect.ts'
import { defineFact } from '../../src/desk/fact.ts'
import type { Lookup } from '../../src/desk/lookup.ts'
import { reading } from '../../src/desk/read.ts'
import { centsOf, subjectOf, textOf, wordsOf } from '../../src/desk/recall.ts'
import { Table } from '../../src/desk/table.ts'
import { writesEffect, type Writers } from '../../src/desk/write.ts'
import { firm, type OwnerId } from '../../src/ledger/core/chart.ts'
import type { Cents } from '../../src/lib/money.ts'

/** What its migration makes. */
export const toyMigration = `
  create table toys (
    id uuid primary key,
    owner_id uuid not null references owners,
    price bigint not null check (price > 0),
    paint text,
    state text not null check (state in ('whole', 'broken'))
  );
  create index toys_by_owner on toys (owner_id);
  create table toy_bells (command_id uuid primary key, times integer not null);
  grant select, insert (id, owner_id, price, paint, state), update (paint, state) on toys to glasshouse_app;
  grant insert (command_id, times) on toy_bells to glasshouse_app;`

export type Toy = {
  id: string
  owner: OwnerId
  price: Cents
  /** In the owner's own words. */
  paint: string | null
  state: 'whole' | 'broken'
}

export const toys = new Table<Toy>({
  name: 'toys',
  as: 'toy',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'state', from: ['whole'], to: 'broken' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    price: cents('price'),
    paint: text('paint', { changes: true, personal: true }),
    state: word('state', { changes: true }),
  },
})

const wholeToys = toys.source<OwnerId>({
  name: 'whole',
  form: 'uuid',
  text: `select ${toys.columns} from ${toys.from} where toy.owner_id = any ($1) and toy.state = 'whole'`,
})

const ownerOfToy = (id: string): Lookup<OwnerId> => ({
  name: 'toy',
  text: 'select owner_id as owner from toys where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(toys, id)?.owner ?? null,
})

/** What an owner has ever spent on toys. */
const spentBy = defineFact<OwnerId, Cents>({
  name: 'toys.spent',
  text: 'select owner_id as owner, sum(price)::bigint as spent from toys where owner_id = any ($1) group by 1',
  form: 'uuid',
  valueIn: (rows, owner) => rows.find((row) => row.owner === owner)?.spent ?? 0n,
  inMemory: () => ({
    add() {},
    valueOf: (owner, { world }) =>
      world.rowsOf(toys, owner).reduce((sum, { price }) => sum + price, 0n),
  }),
})

const ring = defineEffect<number>('ring')

const buyToy = defineCommand<{ owner: OwnerId; price: Cents }>({
  journal: ({ price }) => ({ price: String(price) }),
  recall: (kept) => ({ command: { owner: subjectOf(kept), price: centsOf(kept, 'price') } }),
  subject: ({ owner }) => owner,
  needs: ({ owner }) => ({
    owners: [owner],
    read: [reading(wholeToys, owner), spentBy.of(owner)],
  }),
  decide(world, { owner, price }, { id }) {
    const refusal = refuseUnlessOpen(world.owners.get(owner))
    if (refusal) return refusal
    if (world.rowsOf(toys, owner).filter(({ state }) => state === 'whole').length >= 2)
      return refuse('nothing_to_change')
    return {
      // A toy is paid into the corrections pool: the chart of the house knows no toys.
      postings: [
        {
          event: 'balance-corrected',
          debit: { owner, kind: 'cash' },
          credit: { owner: firm, kind: 'corrections-pool' },
          amount: price,
        },
      ],
      activity: [{ owner, kind: 'toy-bought' }],
      put: [toys.row({ id, owner, price, paint: null, state: 'whole' })],
      effects: [ring(world.rowsOf(toys, owner).length + 1)],
    }
  },
  reply: (world, { owner }, { id }) => ({
    status: 201,
    body: {
      price: String(world.get(toys, id)!.price),
      spentBefore: String(world.fact(spentBy, owner)),
    },
  }),
})

const paintToy = defineCommand<{ toy: string; paint: string }, OwnerId>({
  journal: ({ toy }) => ({ toy }),
  recall(kept, world) {
    const toy = textOf(kept, 'toy')
    return {
      command: { toy, paint: wordsOf(kept, 'paint') },
      found: world.get(toys, toy)?.owner ?? null,
    }
  },
  lookup: ({ toy }) => ownerOfToy(toy),
  subject: (_, owner) => owner,
  needs: ({ toy }, owner) => ({ owners: owner ? [owner] : [], read: [toys.byId(toy)] }),
  decide(world, { toy: id, paint }) {
    const toy = world.get(toys, id)
    if (!toy || toy.state === 'broken') return refuse('nothing_to_change')
    return {
      postings: [],
      activity: [{ owner: toy.owner, kind: 'toy-painted' }],
      put: [toys.row({ ...toy, paint })],
      texts: { paint },
    }
  },
  reply: () => ({ status: 200, body: { status: 'success' } }),
})

export const toyCommands = { BuyToy: buyToy, PaintToy: paintToy }

export const toyWriters: Writers = [
  toys,
  writesEffect(ring, (rings) => [
    {
      name: 'toys.ring',
      text: 'insert into toy_bells (command_id, times) select * from unnest($1::uuid[], $2::int[])',
      values: [rings.map(({ command }) => command), rings.map(({ value }) => value)],
    },
  ]),
]
