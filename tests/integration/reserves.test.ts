/**
 * Proofs of the firm's coins: built over a day's manifest, signed elsewhere, and published once keys and node say the same.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkedReserves } from '../../scripts/reserves-check.ts'
import { makeRoot } from '../../src/desk/roots.ts'
import { auditProofs } from '../../src/domains/proofs/audit.ts'
import { buildProof } from '../../src/domains/proofs/build.ts'
import { buildReserves } from '../../src/domains/proofs/build-reserves.ts'
import { publishReserves } from '../../src/domains/proofs/publish-reserves.ts'
import { readPublished } from '../../src/domains/proofs/queries.ts'
import { countReserves } from '../../src/domains/proofs/reserve-queries.ts'
import { readShown } from '../../src/domains/proofs/shown.ts'
import { readWallets } from '../../src/domains/wallets/queries.ts'
import { readUnspent } from '../../src/domains/wallets/coins.ts'
import { bindProofFiles } from '../../src/http/proof-files.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import type { Coin } from '../../src/lib/payout-batch.ts'
import { buildReserveProof } from '../../src/lib/reserve-proof.ts'
import { checkReserves, readReserves } from '../../src/lib/reserves.ts'
import { bitcoinNodeAt } from '../../src/platform/bitcoin/node.ts'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { startChainSimulator } from '../support/chain-simulator/chain-simulator.ts'
import { createTestDatabase } from '../support/database.ts'
import { electrumOfOne, noElectrum } from '../support/electrum.ts'
import { newFolder } from '../support/folder.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { skippedBy } from '../support/outside.ts'
import { payingHouse } from '../support/payouts.ts'
import { signReserves } from '../support/reserves.ts'
import { startRefused } from '../support/server.ts'
import { regtestWallet } from '../support/wallets.ts'

const miner = await startChainSimulator()
const node = bitcoinNodeAt(miner.url)
const own = regtestWallet()
const stranger = regtestWallet(5)
const database = await createTestDatabase()
const house = createHouse(database)
const paying = await payingHouse({ house, wallet: own.wallet, node, miner })
const parts = { pool: database.owner, network: 'regtest', node } as const
const folder = await newFolder()
const app = fastify()
bindProofFiles(app, database.pool)

const prove = () =>
  makeRoot(database.pool, (db, root) => buildProof(db, root, { name: 'A firm', sample: true }))
const manifestOf = async () => (await readPublished(database.pool, 1))[0]!
const isRefused = async (work: Promise<unknown>, why: RegExp) => {
  const said = await work.catch((error: unknown) => error)
  expect(said).toBeInstanceOf(CannotStart)
  expect((said as Error).message).toMatch(why)
}
/** How many there are. */
const kept = () => countReserves(database.pool)

let first: Awaited<ReturnType<typeof manifestOf>>

beforeAll(async () => {
  await miner.mine(110)
  await paying.look()
  await house.fund()
  await house.run('PayInCapital', { amount: 100_000_00n, reference: randomUUID() }, null)
  await paying.investor(3_000_000n, 2_000_000n)
  await prove()
  first = await manifestOf()
})

/** As the chain was read, with their transactions. */
async function ownCoins(): Promise<Coin[]> {
  const [wallet] = await readWallets(database.pool)
  const coins = await readUnspent(database.pool, wallet!.id)
  return Promise.all(
    coins.map(async ({ block, depth: _, ...coin }) => ({
      ...coin,
      transaction: (await node.bytesOf(coin.txid, block))!,
    })),
  )
}

/** Deep enough, in the chain and no wallet of the firm's. */
async function strangersCoin(): Promise<Coin> {
  const { script } = placeAt(stranger.wallet, 'people', 0)
  const txid = await miner.send({ script, amount: 900_000n })
  const [block] = await miner.mine(6)
  const transaction = (await node.bytesOf(txid, block!))!
  return { txid, output: 0, amount: 900_000n, branch: 'people', index: 0, transaction }
}

let files = 0
const file = (content: string) => ({ name: `${(files += 1)}.psbt`, content })
const signedBy = ({ wallet, master }: typeof own, coins: readonly Coin[], message = first.hash) =>
  file(signReserves(buildReserveProof(wallet, coins, message).psbt, master))

const publish = (...given: { name: string; content: string }[]) =>
  publishReserves(parts, first.day, given)
const fetched = async (path: string) => {
  const { statusCode, headers, body } = await app.inject({ url: `/proofs/${path}` })
  return { status: statusCode, caching: headers['cache-control'], body }
}

describe('before a proof of coins is published', () => {
  test('it is built over all coins that are deep enough, and the others are named', async () => {
    const { rows } = await database.owner.query<{ script: string }>(
      `select script from wallet_addresses where branch = 'people' order by index desc limit 1`,
    )
    await miner.send({ script: rows[0]!.script, amount: 70_000n })
    await miner.mine()
    await paying.look()
    const built = await buildReserves(parts, null)
    expect(built).toMatchObject({ day: first.day, manifest: first.hash, left: 1 })
    expect(built.block).toBe(await node.hashAt(built.height))
    expect(built.wallets.map(({ coins }) => coins.map(({ amount }) => amount).toSorted())).toEqual([
      [2_000_000n, 3_000_000n],
    ])
    const coins = await ownCoins()
    await isRefused(
      publish(signedBy(own, coins)),
      /has 1 of the 6 confirmations that it takes\. Nothing was published/,
    )
    await miner.mine(5)
    await paying.look()
  })

  test('everybody is told that nothing is proved', async () => {
    expect(await readShown(database.pool, 1)).toMatchObject([{ reserves: null }])
    expect(await fetched(`${first.day}.reserves.json`)).toMatchObject({ status: 404 })
  })

  test('what doesn’t hold changes nothing', async () => {
    const coins = await ownCoins()
    const [one, two, three] = coins
    const { psbt } = buildReserveProof(own.wallet, coins, first.hash)
    await isRefused(publish(file(psbt)), /a signature is missing/)
    await isRefused(publish(file('no file of a signer')), /can’t be read as a PSBT/)
    await isRefused(publish(signedBy(own, coins, 'ab'.repeat(32))), /It is of another message/)
    await isRefused(publish(signedBy(stranger, [await strangersCoin()])), /is in no wallet/)
    await isRefused(
      publish(signedBy(own, [one!, two!]), signedBy(own, [two!, three!])),
      /stands twice in these files/,
    )
    await isRefused(
      publishReserves(parts, '2020-01-31', [signedBy(own, coins)]),
      /There is no manifest of 2020-01-31/,
    )
    expect(await kept()).toBe(0)
  })

  test('nor does a signature with another byte', async () => {
    const { content } = signedBy(own, await ownCoins())
    const bytes = hex.encode(base64.decode(content))
    const { partialSig } = Transaction.fromPSBT(base64.decode(content), {
      allowUnknownInputs: true,
    }).getInput(1)
    const signature = hex.encode(partialSig![0]![1])
    const at = bytes.indexOf(signature) + 30
    const digit = (Number.parseInt(bytes[at]!, 16) ^ 1).toString(16)
    const lie = bytes.slice(0, at) + digit + bytes.slice(at + 1)
    await isRefused(publish(file(lie)), /has a signature that isn’t one of its keys’/)
    expect(await kept()).toBe(0)
  })

  test('nor what a node of another chain has, or of none', async () => {
    const signed = signedBy(own, await ownCoins())
    const elsewhere = { ...node, state: async () => ({ ...(await node.state()), network: 'main' }) }
    await isRefused(
      publishReserves({ ...parts, node: elsewhere as typeof node }, first.day, [signed]),
      /is on the network main/,
    )
    const gone = bitcoinNodeAt('http://127.0.0.1:1/', 1_000)
    await isRefused(
      publishReserves({ ...parts, node: gone }, first.day, [signed]),
      /can’t be reached/,
    )
  })
})

/** Runs as an operator does. */
const run = (...args: string[]) =>
  startRefused({
    env: {
      DATABASE_OWNER_URL: database.ownerUrl,
      BITCOIN_DESCRIPTOR: own.wallet.descriptor,
      BITCOIN_RPC_URL: miner.url,
    },
    command: [process.execPath, 'scripts/reserves.ts', ...args],
  })
const check = (...args: string[]) =>
  startRefused({ command: [process.execPath, 'scripts/proof-check.ts', ...args] })

describe('a proof of coins', () => {
  test('is built and published by commands, and checked by one that asks nobody', async () => {
    const built = await run('build', first.day, '--to', folder)
    expect(built).toMatchObject({ code: 0, stderr: '' })
    expect(built.stdout).toContain('3 coins, 0.0507 BTC')
    const unsigned = join(folder, `${first.day}.reserves-1.psbt`)
    const beside = await readFile(join(folder, `${first.day}.reserves-1.coins.json`), 'utf8')
    expect(JSON.parse(beside)).toMatchObject({ manifest: first.hash, coins: [{}, {}, {}] })
    const signed = join(folder, 'signed.psbt')
    await writeFile(signed, signReserves(await readFile(unsigned, 'utf8'), own.master))
    expect(await run('publish', first.day, signed)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Published: 0.0507 BTC in 3 coins'),
    })
    const saved = join(folder, `${first.day}.reserves.json`)
    await writeFile(saved, (await fetched(`${first.day}.reserves.json`)).body)
    await writeFile(join(folder, `${first.day}.json`), first.manifest)
    const { code, stdout } = await check(saved)
    expect(code).toBe(0)
    for (const words of [
      'Proved: the keys of 3 coins have signed for 0.0507 BTC together',
      `It is over the manifest with the SHA-256 ${first.hash}`,
      'its books held 0.05 BTC.',
      'the firm’s statement, not provable',
      'A node of your own says so',
    ])
      expect(stdout).toContain(words)
  })

  test('is compared with a manifest, its hash or nothing, and refused beside another one', async () => {
    const { body } = await fetched(`${first.day}.reserves.json`)
    const said = (text: string, beside: string | null) => checkedReserves(text, beside).join()
    expect(said(body, null)).toContain('Compared with no manifest')
    expect(said(body, first.hash)).toContain('It is over the manifest')
    expect(() => said(body, 'f00d'.repeat(16))).toThrow(/It is over another manifest/)
    expect(() => said(body, `${first.manifest} `)).toThrow(/It is over another manifest/)
    const changed = body.replace('"amount": "70000"', '"amount": "70001"')
    expect(() => said(changed, null)).toThrow(/isn’t the sum of its coins/)
    const stated = body.replace(/"bank": "\d+"/, '"bank": "1"')
    expect(() => said(stated, first.manifest)).toThrow(/states other amounts/)
    const ofAnother = body.replace(first.day, '2031-02-28')
    expect(() => said(ofAnother, first.manifest)).toThrow(/of another day than its manifest/)
    expect(() => said(body.replace(first.day, '2031-02-30'), null)).toThrow(/isn’t written the way/)
  })

  test('is refused to whoever asks otherwise', async () => {
    for (const args of [
      ['publish', first.day],
      ['build', '2026-02-30'],
    ])
      expect(await run(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Ask for/),
      })
    const none = await startRefused({
      databaseUrl: database.url,
      command: [process.execPath, 'scripts/reserves.ts', 'build'],
    })
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('takes no bitcoin') })
  })

  test('is a file for everybody, and what it comes to stands beside what is owed', async () => {
    const { status, caching, body } = await fetched(`${first.day}.reserves.json`)
    expect([status, caching]).toEqual([200, 'no-cache'])
    const reserves = readReserves(body)
    expect(checkReserves(reserves)).toBe(5_070_000n)
    expect(reserves).toMatchObject({ day: first.day, manifest: first.hash, number: 1 })
    expect(reserves.block).toBe(await node.hashAt(reserves.height))
    expect(await readShown(database.pool, 1)).toMatchObject([
      {
        day: first.day,
        holds: { BTC: { coins: '0.05' } },
        reserves: {
          number: 1,
          satoshi: 5_070_000,
          coins: 3,
          proved: { coins: '0.0507' },
          unproved: { coins: '0', value: 0 },
          beyond: '0.0007',
          height: reserves.height,
          block: reserves.block,
        },
      },
    ])
    for (const none of ['2026-02-30.reserves.json', '2026-02-30.json', '2020-01-31.reserves.json'])
      expect(await fetched(none), none).toMatchObject({ status: 404 })
  })

  test('is followed by another one of the day, and stays where it is', async () => {
    const before = await fetched(`${first.day}/reserves-1.json`)
    expect(before).toMatchObject({ status: 200, caching: 'no-cache' })
    const [largest] = await ownCoins()
    expect(await publish(signedBy(own, [largest!]))).toEqual({
      number: 2,
      satoshi: 3_000_000n,
      coins: 1,
    })
    expect(await fetched(`${first.day}/reserves-1.json`)).toEqual(before)
    const { body } = await fetched(`${first.day}.reserves.json`)
    expect(body).toBe((await fetched(`${first.day}/reserves-2.json`)).body)
    expect(readReserves(body).number).toBe(2)
    expect(await fetched(`${first.day}/reserves-3.json`)).toMatchObject({ status: 404 })
    const [shown] = await readShown(database.pool, 1)
    expect(shown!.reserves).toMatchObject({ unproved: { coins: '0.02' }, beyond: '0' })
  })

  test('is of the day whose manifest was signed, and of no other', async () => {
    const signed = signedBy(own, await ownCoins())
    await moveDays(database, 1)
    await prove()
    const { day } = await manifestOf()
    expect(day).not.toBe(first.day)
    await isRefused(publishReserves(parts, day, [signed]), /It is of another message/)
    expect(await readShown(database.pool, 2)).toMatchObject([
      { reserves: null },
      { reserves: { number: 2 } },
    ])
  })

  test('is of no coin that is spent meanwhile, also by what waits', async () => {
    const coins = await ownCoins()
    const signed = signedBy(own, coins)
    const { txid, output, amount, index } = coins[0]!
    const scriptOf = ({ wallet }: typeof own) => hex.decode(placeAt(wallet, 'people', index).script)
    const spend = new Transaction()
    spend.addInput({ txid, index: output, witnessUtxo: { script: scriptOf(own), amount } })
    spend.addOutput({ script: scriptOf(stranger), amount: 2_900_000n })
    spend.sign(own.master.derive(`m/84'/1'/0'/0/${index}`).privateKey!)
    spend.finalize()
    await miner.rpc('sendrawtransaction', spend.hex)
    await isRefused(publish(signed), /is spent, or never was there/)
    const built = await buildReserves(parts, first.day)
    expect(built).toMatchObject({ left: 1, wallets: [{ coins: [{}, {}] }] })
    await miner.mine()
    await isRefused(publish(signed), /is spent, or never was there/)
    expect(await kept()).toBe(2)
    await paying.look()
  })
})

describe('what was published', () => {
  test('can be neither changed nor taken back, nor does a server publish anything', async () => {
    for (const sql of ['update reserve_proofs set number = 9', 'delete from reserve_proofs'])
      await expect(database.owner.query(sql)).rejects.toThrow()
    const served = { ...parts, pool: database.pool }
    const { day } = await manifestOf()
    const signed = signedBy(own, await ownCoins(), (await manifestOf()).hash)
    await expect(publishReserves(served, day, [signed])).rejects.toThrow(/permission denied/)
  })

  test('is checked again by the audit: each signature, and what the row says', async () => {
    const { faults, reserves } = await auditProofs(database.pool)
    expect(faults).toEqual([])
    expect(reserves).toBe(await kept())
    const changed = async (set: string) => {
      const client = await database.owner.connect()
      try {
        await client.query('set session_replication_role = replica')
        await client.query('create table kept_reserves as table reserve_proofs')
        await client.query(`update reserve_proofs set ${set} where number = 1 and day = $1`, [
          first.day,
        ])
        return (await auditProofs(database.pool)).faults
      } finally {
        await client.query('delete from reserve_proofs')
        await client.query('insert into reserve_proofs select * from kept_reserves')
        await client.query('drop table kept_reserves')
        client.release(true)
      }
    }
    const called = `the proof of coins 1 of ${first.day}`
    const lies: [string, RegExp][] = [
      [
        `content = replace(content, '"amount": "70000"', '"amount": "70001"')`,
        /isn’t the sum of its coins/,
      ],
      [
        `content = regexp_replace(content, '"manifest": "..', '"manifest": "zz')`,
        /isn’t written the way/,
      ],
      [
        `content = regexp_replace(content, '"bank": "\\d+"', '"bank": "1"')`,
        /states other amounts/,
      ],
      [`satoshi = satoshi + 1`, /its row says something else/],
      [`number = 7`, /one before it is missing/],
    ]
    for (const [set, why] of lies) {
      const found = await changed(set)
      expect(found.join(), set).toMatch(why)
      expect(found.some((fault) => fault.startsWith(called) || /number = 7/.test(set))).toBe(true)
    }
    expect((await auditProofs(database.pool)).faults).toEqual([])
  })
})

describe.skipIf(noElectrum)(`Electrum${skippedBy(noElectrum)}`, () => {
  test('signs what is published', { timeout: 60_000 }, async () => {
    const { day, wallets } = await buildReserves(parts, null)
    const sign = await electrumOfOne(own.master.derive("m/84'/1'/0'"))
    const content = await sign(wallets[0]!.psbt)
    const published = await publishReserves(parts, day, [{ name: 'electrum.psbt', content }])
    expect(published).toEqual({ number: 1, satoshi: 2_070_000n, coins: 2 })
    const { body } = await fetched(`${day}.reserves.json`)
    expect(checkReserves(readReserves(body))).toBe(2_070_000n)
  })
})
