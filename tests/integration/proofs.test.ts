/** Proofs of liabilities: of one snapshot with the daily root, over everybody, to the cent; each person's own is checked twice over. */
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRoot } from '../../src/desk/roots.ts'
import { auditProofs } from '../../src/domains/proofs/audit.ts'
import { buildProof } from '../../src/domains/proofs/build.ts'
import { present } from '../../src/domains/proofs/present.ts'
import { createReadOwnProof } from '../../src/domains/proofs/own.ts'
import { readPublished, type Published } from '../../src/domains/proofs/queries.ts'
import { signProof } from '../../src/domains/proofs/sign.ts'
import { bindProofFiles } from '../../src/http/proof-files.ts'
import { claims, total, type Amounts } from '../../src/lib/liabilities/format.ts'
import { sampleProofKey } from '../../src/lib/liabilities/sample-key.ts'
import { checkProof, proofText, readManifest, readProof } from '../../src/lib/liabilities/proof.ts'
import { formatUsd } from '../../src/lib/money.ts'
import {
  isSignedBy,
  publicKeyText,
  readPublicKey,
  signatureText,
  type SigningKey,
} from '../../src/lib/minisign.ts'
import { inSnapshot } from '../../src/platform/snapshot.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { startRefused } from '../support/server.ts'
import { missingParts, programPath, skippedBy } from '../support/outside.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const python = programPath('python3')
const minisign = programPath('minisign')
const wallet = { type: 'bank_transfer' as const, walletName: 'Mine', walletAddress: 'of any kind' }
const firm = { name: 'Glasshouse', sample: true }
const folder = await mkdtemp(join(tmpdir(), 'gh-proofs-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const digest = async (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')
const make = (sample = true) =>
  makeRoot(database.pool, (db, root) => buildProof(db, root, { ...firm, sample }))

const accountOf = async (owner: string): Promise<string> =>
  (await database.owner.query('select account_id from owners where id = $1', [owner])).rows[0]
    .account_id

const readOwnProof = createReadOwnProof()

const ownProof = async (owner: string, day: string | null = null) => {
  const account = await accountOf(owner)
  const { kept, text } = await inSnapshot(database.pool, (db) => readOwnProof(db, account, day))
  return { kept, text: text!, account }
}

const checked = async (owner: string, day: string | null = null) => {
  const { text, account } = await ownProof(owner, day)
  return checkProof(readProof(text), { account, manifestHash: null }, digest)
}

const inBooks = async (): Promise<Record<string, bigint>> => {
  const { rows } = await database.owner.query<{ kind: string; cents: bigint }>(
    `select kind::text, sum(credits - debits)::bigint as cents from ledger.accounts group by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]))
}

const owedIn = (manifest: string): Amounts => {
  const { owed } = readManifest(manifest)
  return Object.fromEntries(claims.map((claim) => [claim, BigInt(owed[claim])])) as Amounts
}

const published = () => readPublished(database.pool, 100)

let ada: string
let bob: string
let empty: string

beforeAll(async () => {
  await house.fund({ returns: 1_000_00n })
  ada = await house.person({ cash: 500_00n })
  bob = await house.person({ cash: 12_34n })
  empty = await house.person()
  await house.run('RequestWithdrawal', { owner: ada, amount: 20_00n, target: wallet }, ada)
  await make()
})

describe('the proof of a day', () => {
  test('has the sum of all balances in the books, to the cent', async () => {
    const [proof] = await published()
    const books = await inBooks()
    expect(owedIn(proof!.manifest)).toEqual({
      cash: books.cash,
      held: books.held,
      invested: books.invested ?? 0n,
      promised: books.promised ?? 0n,
      security: books.security ?? 0n,
      unassigned: books.suspense,
    })
    expect(total(owedIn(proof!.manifest))).toBe(512_34n)
  })

  test('says what the books hold against it, and what that leaves without cover', async () => {
    const [proof] = await published()
    const books = await inBooks()
    expect(readManifest(proof!.manifest)).toMatchObject({
      holds: { bank: String(-books['client-bank']!), BTC: '0', USDT: '0' },
      rates: { BTC: null, USDT: null },
    })
    expect(present(proof!)).toMatchObject({
      uncovered: 0,
      holds: { BTC: { coins: '0', value: 0 } },
    })
    const less = proof!.manifest
      .replace(/"bank": "\d+"/, '"bank": "50000"')
      .replace('"BTC": "0"', '"BTC": "1000"')
    expect(present({ ...proof!, manifest: less })).toMatchObject({
      uncovered: 12.34,
      unvalued: true,
      holds: { bank: 500, BTC: { coins: '0.00001', value: null } },
    })
    const atRate = less.replace('"BTC": null', '"BTC": "64000000000"')
    expect(present({ ...proof!, manifest: atRate })).toMatchObject({
      uncovered: 11.7,
      unvalued: false,
      holds: { BTC: { value: 0.64 } },
    })
    const negative = less.replace('"BTC": "1000"', '"BTC": "-1000"')
    expect(present({ ...proof!, manifest: negative }).uncovered).toBeNull()
    const owing = negative.replace('"BTC": null', '"BTC": "64000000000"')
    const proved = { number: 1, satoshi: 500n, coins: 1, height: 9, block: 'b', publishedAt: 0 }
    expect(present({ ...proof!, manifest: owing }, proved)).toMatchObject({
      uncovered: 12.98,
      holds: { BTC: { coins: '-0.00001', value: -0.64 } },
      reserves: { proved: { value: 0.32 }, unproved: { coins: '-0.00001' }, beyond: '0.000015' },
    })
  })

  test('counts everybody for what they have, and for nothing who has nothing', async () => {
    const balances = await house.balances(ada)
    const { amounts } = await checked(ada)
    expect({ cash: amounts.cash, held: amounts.held }).toEqual({
      cash: balances.cash,
      held: balances.held ?? 0n,
    })
    expect(total((await checked(bob)).amounts)).toBe(12_34n)
    expect(total((await checked(empty)).amounts)).toBe(0n)
  })

  test('is of the snapshot of the root that it names', async () => {
    const [proof] = await published()
    const { rows } = await database.owner.query(
      `select encode(root, 'hex') as root, day from desk.roots`,
    )
    expect(readManifest(proof!.manifest)).toMatchObject({
      auditRoot: rows[0].root,
      day: rows[0].day,
    })
  })

  test('says the SHA-256 of its manifest, and is signed with the sample key', async () => {
    const [proof] = await published()
    expect(proof!.hash).toBe(hash('sha256', proof!.manifest))
    expect(readManifest(proof!.manifest).key).toBe(sampleProofKey)
    const key = readPublicKey(sampleProofKey)!
    expect(isSignedBy(key, proof!.manifest, proof!.signature!)).toBe(true)
  })

  test('tells by its size little of how many there are', async () => {
    expect(readManifest((await published())[0]!.manifest).leaves).toBe(1024)
  })

  test('is nobody’s who came later', async () => {
    const later = await house.person({ cash: 1_00n })
    expect(await ownProof(later)).toMatchObject({ kept: true, text: null })
    expect(await ownProof(ada, '2020-01-01')).toMatchObject({ kept: false, text: null })
  })
})

describe('the next day’s proof', () => {
  test('names the manifest before it, and is of what changed since', async () => {
    await house.run('CreditPlayMoney', { owner: bob, amount: 1_00n, asset: 'BTC' }, bob)
    await moveDays(database, 1)
    await make(false)
    const [now, before] = await published()
    expect(readManifest(now!.manifest)).toMatchObject({ previous: before!.hash, key: null })
    expect(now!.signature).toBeNull()
    expect(total((await checked(bob)).amounts)).toBe(13_34n)
    expect(total((await checked(bob, before!.day)).amounts)).toBe(12_34n)
  })

  test('stands at other places, and under other nonces', async () => {
    const [now, before] = await published()
    const places = async (day: string) =>
      readProof((await ownProof(ada, day)).text).parts.map(({ nonce }) => nonce)
    expect(await places(now!.day)).not.toEqual(await places(before!.day))
  })
})

describe('the mail of a proof', () => {
  test('goes with its hash to whoever asked for it, and to nobody else', async () => {
    // Whose address isn't confirmed may be anybody's.
    await database.owner.query('update owners set email_verified = true where id = $1', [ada])
    await database.pool.query(
      `update auth.persons set muted_mails = array_remove(muted_mails, 'day-proof') where id = any ($1)`,
      [[ada, bob]],
    )
    await moveDays(database, 1)
    await make()
    await make()
    const [proof] = await published()
    const { rows } = await database.owner.query(
      `select owner_id as owner, "values" from outbox where template = 'day-proof'`,
    )
    const owed = formatUsd(total(owedIn(proof!.manifest)))
    expect(rows).toEqual([
      { owner: ada, values: { day: proof!.day, hash: proof!.hash, total: owed } },
    ])
  })
})

describe('during work', () => {
  test('somebody active meanwhile is in it once, and the sum is the books’ of that snapshot', async () => {
    await moveDays(database, 1)
    const people = await Promise.all(
      Array.from({ length: 12 }, () => house.person({ cash: 1_000_00n })),
    )
    const deposits = people.flatMap((owner) =>
      Array.from({ length: 5 }, () =>
        house.run('CreditPlayMoney', { owner, amount: 1_00n, asset: 'BTC' }, owner),
      ),
    )
    await Promise.all([make(), ...deposits])
    const [proof] = await published()
    const everybody = [ada, bob, empty, ...people]
    const { rows } = await database.owner.query<{ id: string }>(
      `select id from owners where account_id is not null`,
    )
    const sums = await Promise.all(
      rows.map(async ({ id }) => {
        const own = await ownProof(id)
        return own.text === null ? 0n : total((await checked(id)).amounts)
      }),
    )
    expect(rows.length).toBeGreaterThanOrEqual(everybody.length)
    expect(sums.reduce((sum, cents) => sum + cents, 0n)).toBe(total(owedIn(proof!.manifest)))
  })
})

describe('what was published', () => {
  const change = (sql: string) => database.pool.query(sql)

  test('is neither changed nor deleted by the application’s role', async () => {
    for (const sql of [
      `update liability_proofs set manifest = ''`,
      `update liability_proofs set salt = sha256('')`,
      `update liability_proofs set signature = 'another' where signature is not null`,
      `update liability_proofs set signature = 'another' where signature is null`,
      'delete from liability_proofs',
      `update liability_pages set leaves = ''`,
    ])
      await expect(change(sql)).rejects.toThrow(/denied|refused/)
  })

  test('isn’t made where the people’s balances aren’t the books’', async () => {
    await moveDays(database, 1)
    const before = (await published()).length
    // A closed account is empty by every rule there is, so that it is left out.
    const close = (status: string) =>
      database.owner.query('update owners set status = $2 where id = $1', [bob, status])
    await close('closed')
    await expect(make()).rejects.toThrow('the books have others')
    await close('active')
    expect((await published()).length).toBe(before)
    await make()
    expect((await published()).length).toBe(before + 1)
  })
})

const key = { id: new Uint8Array(8).fill(5), secret: new Uint8Array(32).fill(6) }
const makeWith = (own: SigningKey) =>
  makeRoot(database.pool, (db, root) =>
    buildProof(db, root, { name: 'A firm', sample: false, proofKey: publicKeyText(own) }),
  )

describe('a signature of the firm’s own key', () => {
  const strangers = { ...key, secret: new Uint8Array(32).fill(7) }

  test('is published once, and only where it is of that key over that manifest', async () => {
    await moveDays(database, 1)
    await makeWith(key)
    const [{ day, manifest }, before] = (await published()) as [Published, Published]
    const sign = (by: SigningKey, text = manifest) =>
      signProof(database.owner, day, signatureText(by, text, 'timestamp:0'))
    await expect(sign(strangers)).rejects.toThrow('no signature of')
    await expect(sign(key, before.manifest)).rejects.toThrow('no signature of')
    expect(present((await published())[0]!).signed).toBe(false)
    await sign(key)
    const [signed] = await published()
    expect(present(signed!).signed).toBe(true)
    expect(present({ ...signed!, signature: signatureText(strangers, manifest, '') }).signed).toBe(
      false,
    )
    await expect(sign(key)).rejects.toThrow('signed already')
    expect((await checked(bob)).signed).toBe(true)
  })

  test('is taken for no day that isn’t there, and for none that names no key', async () => {
    const signature = signatureText(key, 'anything', 'a comment')
    await expect(signProof(database.owner, '2020-01-01', signature)).rejects.toThrow('no proof of')
    const unsigned = (await published()).find(
      ({ manifest }) => readManifest(manifest).key === null,
    )!
    await expect(signProof(database.owner, unsigned.day, signature)).rejects.toThrow('names no key')
  })
})

describe('the file of all manifests', () => {
  const app = Fastify()
  bindProofFiles(app, database.pool)
  const asked = async (known = '') => {
    const headers = { 'if-none-match': known }
    const reply = await app.inject({ url: '/proofs/all.jsonl', headers })
    return { ...reply, lines: reply.body.split('\n'), etag: String(reply.headers.etag) }
  }

  test('has every day, and what has come since it was asked for last', async () => {
    const before = await asked()
    expect((await asked(before.etag)).statusCode).toBe(304)
    await moveDays(database, 1)
    await makeWith(key)
    const after = await asked(before.etag)
    expect(after.lines.length).toBe(before.lines.length + 1)
    expect(after.lines.at(-2)).toContain('"signature":null')
    const [{ day, manifest }] = (await published()) as [Published]
    const file = join(folder, `${day}.json.minisig`)
    await writeFile(file, signatureText(key, manifest, 'a comment'))
    const signing = startRefused({
      env: { DATABASE_OWNER_URL: database.ownerUrl },
      command: [process.execPath, 'scripts/proof-sign.ts', day, file],
    })
    expect(await signing).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`: demo, of A firm, created .*\\nSigned: /proofs/${day}.json.minisig\\n$`),
      ),
    })
    expect((await asked(after.etag)).lines.at(-2)).toContain('a comment')
  })
})

describe('an audit', () => {
  /** As one would who has the database, and then as it was. */
  const whileChanged = async (sql: string): Promise<string[]> => {
    const client = await database.owner.connect()
    try {
      await client.query('set session_replication_role = replica')
      await client.query('create table kept_proofs as table liability_proofs')
      await client.query('create table kept_pages as table liability_pages')
      await client.query(sql)
      return (await auditProofs(database.pool)).faults
    } finally {
      await client.query('delete from liability_pages; delete from liability_proofs')
      await client.query('insert into liability_proofs select * from kept_proofs')
      await client.query('insert into liability_pages select * from kept_pages')
      await client.query('drop table kept_proofs, kept_pages')
      client.release(true)
    }
  }
  const lastDay = '(select max(day) from liability_proofs)'
  const rewritten = (from: string, to: string) =>
    `update liability_proofs set manifest = ${to}, hash = sha256(convert_to(${to}, 'UTF8')) where day = ${from}`

  test('makes every proof again', async () => {
    const all = await published()
    expect(await auditProofs(database.pool)).toEqual({
      faults: [],
      proofs: all.length,
      made: all.length,
      reserves: 0,
      last: { day: all[0]!.day, hash: all[0]!.hash },
    })
  })

  test.each([
    [
      'a leaf',
      `update liability_pages set leaves = set_byte(leaves, 900, get_byte(leaves, 900) # 1) where day = ${lastDay}`,
      /leaves 0 to 1023 were changed/,
    ],
    [
      'leaves that are gone',
      `delete from liability_pages where day = ${lastDay} and number = 0; insert into liability_pages select day, 7, first, leaves from kept_pages where day = ${lastDay}`,
      /leaves are gone/,
    ],
    [
      'that all leaves of a day are gone',
      `delete from liability_pages where day = ${lastDay}`,
      /leaves are gone/,
    ],
    [
      'the tops with the leaves',
      `update liability_pages set leaves = set_byte(leaves, 23, get_byte(leaves, 23) # 1) where day = ${lastDay};
      update liability_proofs set tops = set_byte(tops, 7, get_byte(tops, 7) # 1) where day = ${lastDay}`,
      /were changed/,
    ],
    [
      'a smaller sum in the manifest',
      rewritten(lastDay, `regexp_replace(manifest, '"cash": "\\d+"', '"cash": "1"')`),
      /signature is not|not what its manifest/,
    ],
    [
      'an earlier manifest',
      rewritten(
        '(select min(day) from liability_proofs)',
        `replace(manifest, '"firm": "Glasshouse"', '"firm": "Greenhouse"')`,
      ),
      /does not name the manifest before it/,
    ],
    [
      'another root of the audit',
      rewritten(lastDay, `regexp_replace(manifest, '"auditRoot": "....', '"auditRoot": "0000')`),
      /names another root/,
    ],
    [
      'a day that was taken out',
      `delete from liability_pages where day = (select day from liability_proofs order by day offset 1 limit 1);
      delete from liability_proofs where day = (select day from liability_proofs order by day offset 1 limit 1)`,
      /does not name the manifest before it/,
    ],
    [
      'another signature',
      `update liability_proofs set signature = (select signature from kept_proofs where signature is not null order by day limit 1) where day = ${lastDay}`,
      /signature is not its key/,
    ],
  ])('finds %s', async (_, sql, names) => {
    const faults = await whileChanged(sql)
    expect(faults.join(' ')).toMatch(names)
    expect((await auditProofs(database.pool)).faults).toEqual([])
  })
})

describe.skipIf(python === null)(
  `a second check, in Python from the format alone${skippedBy(missingParts('python3'))}`,
  () => {
    /** A line for each file. */
    const run = async (texts: readonly (string | Buffer)[], ...args: string[]) => {
      const files = texts.map((_, n) => join(folder, `proof-${n}.json`))
      for (const [n, text] of texts.entries()) await writeFile(files[n]!, text)
      const script = 'proofs/liabilities/check_proof.py'
      const said = await promisify(execFile)(python!, [script, ...files, ...args]).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      )
      return said.trim().split('\n')
    }

    test('finds the same', async () => {
      const own = await ownProof(bob)
      const said = await run([own.text], '--hash', hash('sha256', readProof(own.text).manifest))
      expect(said.join()).toMatch(new RegExp(`^COUNTED: ${own.account} .*: cash 13\\.34$`))
    })

    test('refuses another manifest than the one that was kept', async () => {
      const { text } = await ownProof(bob)
      const [, before] = await published()
      const said = await run([text], '--hash', before!.hash)
      expect(said.join()).toMatch(/^NOT COUNTED: another manifest/)
    })

    test('refuses every change of a single bit, as the first check does', async () => {
      const proof = readProof((await ownProof(bob)).text)
      const kept = hash('sha256', proof.manifest)
      const bytes = Buffer.from(proofText({ ...proof, signature: null }))
      // Every 17th byte, and its bits in turn: 17 has no factor in common with what repeats in the file.
      const places = Array.from({ length: Math.floor(bytes.length / 17) }, (_, n) => n * 17)
      const flipped = places.map((at, n) => {
        const copy = Buffer.from(bytes)
        copy[at]! ^= 1 << (n % 8)
        return copy
      })
      const lines = await run([bytes, ...flipped], '--hash', kept)
      expect(lines).toHaveLength(places.length + 1)
      expect(lines[0]).toMatch(/^COUNTED/)
      expect(lines.slice(1).filter((line) => !line.startsWith('NOT COUNTED'))).toEqual([])
      expect(places.length).toBeGreaterThan(100)
    })
  },
)

describe.skipIf(minisign === null)(`minisign itself${skippedBy(missingParts('minisign'))}`, () => {
  const verify = async (manifest: string, signature: string, key: string) => {
    const file = join(folder, 'manifest.json')
    await writeFile(file, manifest)
    await writeFile(`${file}.minisig`, signature)
    return promisify(execFile)(minisign!, ['-V', '-P', key, '-m', file]).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    )
  }

  test('takes the signature, and not of another manifest', async () => {
    const { manifest, signature } = (await published()).find((one) => one.signature !== null)!
    const key = readManifest(manifest).key!
    expect(await verify(manifest, signature!, key)).toContain('verified')
    expect(await verify(`${manifest} `, signature!, key)).toContain('failed')
  })
})
