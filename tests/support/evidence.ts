/** A history that has one of most things in it, packs of it, and what a forger does to a pack. */
import { administrators, noRoles } from '../../src/contract/roles.ts'
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll } from 'vitest'
import { makeRoot } from '../../src/desk/roots.ts'
import { buildProof } from '../../src/domains/proofs/build.ts'
import { planIdOf } from '../../src/domains/plans/seed.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { leafHash, MerkleTree } from '../../src/lib/merkle.ts'
import { newId } from '../../src/platform/ids.ts'
import { moveDays, type TestHouse } from './house.ts'
import { missingParts, programPath } from './outside.ts'
import { projectFolder } from './server.ts'
import { confirmWallet } from './wallets.ts'
import { agreementTo, agreementToEntry, agreementToRole, atOnce } from './agreements.ts'

export type Row = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- lines of JSON, which a forger changes at will

const wallet = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'of any kind' } as const

/** Everybody and everything that tests name. */
export type Told = Awaited<ReturnType<typeof tellHistory>>

async function day(house: TestHouse): Promise<string> {
  const { rows } = await house.database.pool.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
  )
  return rows[0].day
}

/** A daily root with its proof of what is owed. */
const makeProved = (pool: TestHouse['database']['pool']) =>
  makeRoot(pool, (db, root) => buildProof(db, root, { name: 'Glasshouse', sample: true }))

/** Commands that have to be done, or refused. */
function doer({ run }: TestHouse) {
  const expecting =
    (isDone: boolean): TestHouse['run'] =>
    async (...given) => {
      const reply = await run(...given)
      if ((reply.outcome === 'done') !== isDone) throw new Error(`${given[0]}: ${reply.text}`)
      return reply
    }
  return { done: expecting(true), refused: expecting(false) }
}

/** Who proposed that a pool is funded couldn't act for a while: another is the first of two, and then they are the second. */
async function fundAgain(house: TestHouse, [admin, other]: [string, string]) {
  const { done } = doer(house)
  const proposal = newId()
  const limit = { secondApprovalAbove: 0n }
  await done('FundPool', { pool: 'returns', amount: 100n, ...limit }, admin, { id: proposal })
  const shown = canonical({ amount: 1, pool: 'returns' })
  await done('FreezeUser', { user: admin, reason: 'away' }, other)
  await done('AgreeToProposal', { proposal, shown }, other)
  await done('UnfreezeUser', { user: admin, reason: 'back' }, other)
  await done('AgreeToProposal', { proposal, shown }, admin)
}

/** Two import two people; one opening is taken back in part, and the money of the rest arrives. */
async function importTwo(house: TestHouse, [admin, other]: [string, string]): Promise<void> {
  const { done } = doer(house)
  const facts = { file: newId(), digest: 'f'.repeat(64), people: 2, amount: '15000' }
  const found = { digest: facts.digest, people: '2', amount: '15000', wrong: '0' }
  const proposed = await done('ProposeImport', { ...facts, found }, admin)
  const id = newId()
  await done('AgreeToProposal', agreementTo(proposed, found), other, { id })
  const secrets = { passwordHash: '$argon2id$', passwordMac: '00', emailMac: '00' }
  const owners = [newId(), newId()]
  for (const [at, owner] of owners.entries()) {
    const person = { fullName: 'Mo Moved', email: `moved-${at}@people.example`, ...secrets }
    const line = { import: id, line: at + 2, amount: at === 0 ? 10_000n : 5_000n }
    await done('ImportPerson', { owner, ...line, reference: `A-${at}`, person }, null)
  }
  await done('FinishImport', { import: id, leftOut: '' }, null)
  const wrong = { user: owners[0]!, amount: 1_000n, reason: 'A wrong line' }
  const back = await done('ProposeOpeningReversal', wrong, admin)
  await done('AgreeToProposal', agreementTo(back), other)
  const fees = { amount: 1_000n, reference: 'TRX', reason: null }
  await done('PayInCapital', { amount: 1_000n, reference: 'for fees in TRX' }, null)
  const recorded = await done('RecordNetworkFees', fees, admin)
  await done('AgreeToProposal', agreementTo(recorded, { moved: null }), other)
  const line = { amount: 14_000n, reference: 'moved', valueDate: await day(house) }
  const arrived = await done('RecordMigrationClearing', line, admin)
  await done('AgreeToProposal', agreementToEntry(arrived), other)
}

/** Four days: a root after each of the first three. */
export async function tellHistory(house: TestHouse) {
  const { person, fund, database } = house
  const { done, refused } = doer(house)
  await fund({ returns: 500_000n, referral: 500_000n, corrections: 500_000n })
  const admin = await person({ role: 'admin', fullName: 'Adam Admin' })
  const other = await person({ role: 'admin', fullName: 'Bea Admin' })
  const ada = await person({ cash: 900_000n })
  const codes = await database.pool.query(
    'select referral_code, account_id from owners where id = $1',
    [ada],
  )
  const ben = await person({ cash: 50_000n, referralCode: codes.rows[0].referral_code })
  const valueDate = await day(house)
  const receipts = [newId(), newId()]
  for (const [i, id] of receipts.entries()) {
    const words = { payerText: 'Thanks', payerAccount: 'DE 1' }
    const line = { amount: 5_000n, reference: `line ${i}`, valueDate }
    const receipt = { owner: i === 0 ? ada : null, ...line, ...words }
    const recorded = await done('RecordReceipt', receipt, admin)
    await done('AgreeToProposal', agreementToEntry(recorded), other, { id })
  }
  const firstRoot = (await makeProved(database.pool))!

  const slug = 'advanced'
  const words = { title: 'A plan', rangeText: 'any', riskWarning: 'It can be lost.' }
  const terms = { minimum: 100_000n, maximum: null, durationDays: 1, profitPercent: 12 }
  await done('SeedPlan', { slug, ...words, ...terms, riskVersion: 1 }, null, { id: planIdOf(slug) })
  const investment = newId()
  const accepted = { acceptedRiskVersion: 1, acceptedTermsVersion: 1 }
  const placed = { owner: ada, planId: planIdOf(slug), amount: 200_000n, ...accepted }
  await done('OpenInvestment', placed, ada, { id: investment })
  // One is invested again, and one for which that can't be done any more is paid.
  const [again, kept] = [newId(), newId()]
  for (const id of [again, kept]) {
    await done('OpenInvestment', { ...placed, amount: 100_000n }, ada, { id })
    const choice = { investment: id, owner: ada, choice: 'reinvest', ...accepted } as const
    await done('ChooseAtMaturity', choice, ada)
  }
  const transfer = {
    type: 'tradehub_transfer',
    recipientAccountId: codes.rows[0].account_id,
  } as const
  const [small, large, sent, released] = [newId(), newId(), newId(), newId()]
  await done('RequestWithdrawal', { owner: ada, amount: 1_000n, target: wallet }, ada, {
    id: small,
  })
  await done('RequestWithdrawal', { owner: ada, amount: 90_000n, target: wallet }, ada, {
    id: large,
  })
  await done('RequestWithdrawal', { owner: ben, amount: 700n, target: transfer }, ben, { id: sent })
  await done('RequestWithdrawal', { owner: ada, amount: 300n, target: wallet }, ada, {
    id: released,
  })
  await refused('RequestWithdrawal', { owner: ben, amount: 9_000_000n, target: wallet }, ben)
  await refused('ApproveWithdrawal', { withdrawal: randomUUID(), secondApprovalAbove: null }, admin)
  const limits = { secondApprovalAbove: 50_000n }
  for (const withdrawal of [small, large, sent])
    await done('ApproveWithdrawal', { withdrawal, ...limits }, admin)
  await refused('ApproveWithdrawal', { withdrawal: large, ...limits }, admin)
  await done('ApproveWithdrawal', { withdrawal: large, ...limits }, other)
  await done('RejectWithdrawal', { withdrawal: released, reason: 'not now' }, admin)
  await done('PayWithdrawal', { withdrawal: small, reference: 'paid 1' }, admin)
  await moveDays(database, 1)
  const secondRoot = (await makeProved(database.pool))!

  await done('PayWithdrawal', { withdrawal: large, reference: 'paid 2' }, admin)
  const change = { user: ada, totalProfit: 10_000n, reason: 'We counted again.' }
  const edit = await done('CorrectUser', { ...change, secondApprovalAbove: 0n }, admin)
  await done('AgreeToProposal', agreementTo(edit, atOnce), other)
  await done('CreditReferrer', { user: ben, fundingAmount: 4_000n, ...limits }, admin)
  const capital = newId()
  const paidIn = { amount: 60_000n, reference: 'capital by two' }
  await done('PayInCapital', { ...paidIn, ...limits }, admin, { id: capital })
  const shown = canonical({ amount: 600, reference: 'capital by two' })
  await done('AgreeToProposal', { proposal: capital, shown }, other)
  await fundAgain(house, [admin, other])
  const held = await confirmWallet(house)
  await held.draw(ada)
  const address = (
    await database.pool.query('select id from wallet_addresses where owner_id = $1', [ada])
  ).rows[0].id
  const coins = newId()
  const arrived = { txid: '7'.repeat(64), height: 9, block: 'c'.repeat(64), output: 0, times: 0 }
  const worth = { quantity: 70_000n, rate: 63_999_250_001n, sources: 'one,two', limits: null }
  await done('CreditDeposit', { owner: ada, address, ...arrived, ...worth }, null, { id: coins })
  await done('WriteNote', { user: ada, text: 'Called.' }, admin)
  const assigned = { receipt: receipts[1]!, owner: ben, reason: 'hers' }
  const assignment = await done('AssignReceipt', assigned, admin)
  await done('AgreeToProposal', agreementToEntry(assignment), other)
  await done('SettleInvestment', { investment, owner: ada }, null)
  for (const [id, isPaused] of [
    [again, false],
    [kept, true],
  ] as const)
    await done(
      'SettleInvestment',
      { investment: id, owner: ada, reinvesting: { limits: null, isPaused } },
      null,
    )
  const promoted = await person({ fullName: 'Dee Promoted' })
  const roleChange = newId()
  const proposed = {
    user: promoted,
    roles: administrators,
    reason: 'She helps.',
  } as const
  await done('ProposeRoleChange', proposed, admin, { id: roleChange })
  const facts = { user: promoted, from: noRoles, roles: administrators } as const
  await done('AgreeToProposal', agreementToRole(roleChange, facts), other)
  const gone = await person({ fullName: 'Cay Leaving' })
  await done('CloseUser', { user: gone }, admin)
  await importTwo(house, [admin, other])
  await moveDays(database, 1)
  const thirdRoot = (await makeProved(database.pool))!

  await done('CreditPlayMoney', { owner: ben, amount: 1_00n, asset: 'USDT' }, ben)
  await refused('RequestWithdrawal', { owner: ben, amount: 8_000_000n, target: wallet }, ben)
  return {
    people: { admin, other, ada, ben, gone, promoted },
    requests: { small, large, sent, released },
    receipts,
    edit,
    capital,
    coins,
    roots: [firstRoot, secondRoot, thirdRoot],
  }
}

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-evidence-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const verifier = join(projectFolder, 'src/domains/evidence/verify.py')

export const noPython = missingParts('python3')

/** Itself, where `python3` is a script that looks for it. */
export const python = noPython
  ? ''
  : spawnSync(programPath('python3')!, ['-c', 'import sys; print(sys.executable)'], {
      encoding: 'utf8',
    }).stdout.trim()

export type Verdict = { code: number; output: string }

/** As an auditor runs it. */
export function runVerifier(folder: string, ...options: string[]): Verdict {
  const { status, stdout, stderr } = spawnSync(python, ['-I', verifier, folder, ...options], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: status ?? -1, output: stdout + stderr }
}

/** Calls its main for each line of arguments: a hundred starts would take longer than what is tested. */
const askedOften = `
import contextlib, importlib.util, io, json, sys
spec = importlib.util.spec_from_file_location('verify', sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = verify.main(json.loads(line))
    print(json.dumps({'code': code, 'output': said.getvalue()}), flush=True)
`

/** One process for many packs, one after the other. */
export function startVerifier(): (folder: string, ...options: string[]) => Promise<Verdict> {
  const child = spawn(python, ['-I', '-B', '-c', askedOften, verifier])
  afterAll(() => void child.kill())
  child.stderr.pipe(process.stderr)
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async (...asked) => {
    child.stdin.write(`${JSON.stringify(asked)}\n`)
    const { value, done } = await answers.next()
    if (done) throw new Error('The verifier has ended.')
    return JSON.parse(value)
  }
}

const ofCommands = [
  'commands',
  'postings',
  'links',
  'approvals',
  'rates',
  'receipts',
  'deposits',
  'payouts',
]

const isPacked = (name: string) => name.endsWith('.gz')

/** A copy of a pack in a forger's hands. Rows are read when they are asked for, and written by `save`. */
export class Forgery {
  readonly folder: string
  readonly #rows = new Map<string, Row[]>()
  readonly #texts = new Map<string, string>()
  readonly manifest: Row

  constructor(pack: string, folder: string) {
    this.folder = folder
    cpSync(pack, folder, { recursive: true })
    this.manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  }

  /** Of `<name>.jsonl.gz`. */
  rows(name: string): Row[] {
    const known = this.#rows.get(name)
    if (known) return known
    const text = gunzipSync(readFileSync(join(this.folder, `${name}.jsonl.gz`))).toString('utf8')
    const rows = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    this.#rows.set(name, rows)
    return rows
  }

  text(name: string): string {
    return this.#texts.get(name) ?? readFileSync(join(this.folder, name), 'utf8')
  }

  setText(name: string, text: string): void {
    this.#texts.set(name, text)
  }

  /** Which line of a file this is, from 1. */
  lineOf(name: string, isIt: (row: Row) => boolean): number {
    return this.rows(name).findIndex(isIt) + 1
  }

  /** Takes rows out of a file, and answers how many. */
  drop(name: string, isIt: (row: Row) => boolean): number {
    const rows = this.rows(name)
    const left = rows.filter((row) => !isIt(row))
    const count = rows.length - left.length
    this.#rows.set(name, left)
    return count
  }

  /** Takes a command out with everything that belongs to it, and numbers the others anew. */
  takeOut(id: string): void {
    const { n } = this.rows('commands').find((row) => row.id === id)!
    for (const name of ofCommands) {
      this.drop(name, (row) => row.n === n)
      for (const row of this.rows(name)) if (row.n > n) row.n -= 1
    }
    this.manifest.commands -= 1
  }

  /** Puts in a command that nobody gave, before or after all others, with what belongs to it, and numbers the others anew. */
  insert(place: 'first' | 'last', command: Row, besides: Record<string, Row[]> = {}): Row {
    const all = this.rows('commands')
    const isFirst = place === 'first'
    const n = isFirst ? 1 : all.length + 1
    const recorded = isFirst ? all[0]!.recorded - 1 : all.at(-1)!.recorded + 1
    if (isFirst) for (const name of ofCommands) for (const row of this.rows(name)) row.n += 1
    const put = (name: string, rows: Row[]) =>
      this.rows(name).splice(isFirst ? 0 : this.rows(name).length, 0, ...rows)
    const made = { ...command, n, recorded }
    put('commands', [made])
    for (const [name, rows] of Object.entries(besides))
      put(
        name,
        rows.map((row) => ({ ...row, n, command: command.id })),
      )
    this.manifest.commands += 1
    return made
  }

  /** Puts a command before another one, with what belongs to both: only `recorded` and `n` say which came first. */
  moveBefore(command: Row, other: Row): void {
    const all = this.rows('commands')
    all.splice(all.indexOf(command), 1)
    all.splice(all.indexOf(other), 0, command)
    command.recorded = other.recorded
    for (const row of all.slice(all.indexOf(other))) row.recorded += 1
    const numbers = new Map(all.map(({ n }, at) => [n, at + 1]))
    for (const name of ofCommands) {
      const rows = this.rows(name)
      for (const row of rows) row.n = numbers.get(row.n)
      rows.sort((a, b) => a.n - b.n)
    }
  }

  /** Writes everything that was changed; a careful forger puts the hashes in order too. */
  save({ withHashes = true }: { withHashes?: boolean } = {}): void {
    const files = new Map<string, Buffer>([
      ...[...this.#rows].map(([name, rows]): [string, Buffer] => [
        `${name}.jsonl.gz`,
        Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
      ]),
      ...[...this.#texts].map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
    ])
    for (const [name, bytes] of files)
      writeFileSync(join(this.folder, name), isPacked(name) ? gzipSync(bytes) : bytes)
    if (withHashes)
      for (const entry of this.manifest.files) {
        const path = join(this.folder, entry.name)
        if (!existsSync(path)) continue
        const bytes = readFileSync(path)
        entry.sha256 = createHash('sha256').update(bytes).digest('hex')
        const text = files.get(entry.name)?.toString()
        if (text !== undefined) entry.lines = text.split('\n').length - 1
      }
    writeFileSync(join(this.folder, 'manifest.json'), JSON.stringify(this.manifest, null, 1))
  }

  /** Every hash again, of commands, chains and roots, as who has all of it can: the pack is then whole in itself. */
  rechain(): void {
    const heads = new Map<string, string>()
    const places = new Map<string, string>()
    const digests = this.#digests()
    const links = this.rows('links').toSorted(
      (a, b) => a.version - b.version || a.number - b.number,
    )
    for (const link of links) {
      const before = heads.get(link.owner) ?? null
      const command = digests.get(link.command)
      link.hash = link.number
        ? hashOf('unlisted', before, link.owner, `${link.number}`, `${link.version}`, command)
        : hashOf(
            'activity',
            before,
            link.owner,
            `${link.version}`,
            link.kind,
            link.at,
            link.gain,
            link.after,
            command,
          )
      heads.set(link.owner, link.hash)
      const unlisted = link.number || unlistedBefore(links, link)
      places.set(`${link.owner} ${link.version} ${unlisted}`, link.hash)
    }
    for (const owner of this.rows('owners')) owner.head = heads.get(owner.owner) ?? null
    for (const head of this.rows('heads'))
      head.head = places.get(`${head.owner} ${head.version} ${head.unlisted}`)
    this.#reroot()
  }

  #digests(): Map<string, string> {
    const postings = Map.groupBy(this.rows('postings'), ({ n }) => n)
    return new Map(
      this.rows('commands').map((row) => {
        const booked = (postings.get(row.n) ?? []).map((one) => [
          one.event,
          ...side(one.debitOwner, one.debitKind, one.debitVersion),
          ...side(one.creditOwner, one.creditKind, one.creditVersion),
          one.amount,
        ])
        const { id, kind, actor, subject, key, bodyHash, input, outcome, at, particulars } = row
        const of = [id, kind, actor, subject, key, bodyHash, input, outcome, at, particulars]
        return [id, hashOf('command', ...of, booked)]
      }),
    )
  }

  #reroot(): void {
    let previous: string | null = null
    for (const root of this.rows('roots')) {
      const last = new Map<string, Row>()
      for (const head of this.rows('heads')) if (head.day <= root.day) last.set(head.owner, head)
      const tree = new MerkleTree(sha)
      for (const owner of [...last.keys()].toSorted()) tree.add(leafOf(last.get(owner)!))
      root.previous = previous
      root.heads = tree.leaves
      root.tree = Buffer.from(tree.root()).toString('hex')
      root.root = hashOf('root', root.day, String(root.heads), previous, root.tree)
      previous = root.root
      for (const end of ['opening', 'closing'])
        if (this.manifest[end]?.day === root.day) this.manifest[end].root = root.root
    }
    this.#publishAgain()
  }

  /** Of the new roots, each over the one before. */
  #publishAgain(): void {
    let previous: string | null = null
    for (const proof of this.rows('proofs')) {
      const { root } = this.rows('roots').find(({ day }) => day === proof.day)!
      publishAgain(proof, { ...JSON.parse(proof.manifest), auditRoot: root, previous })
      previous = proof.hash
    }
  }
}

/** With a hash of its own again. */
export function publishAgain(proof: Row, manifest: Row): void {
  proof.manifest = `${JSON.stringify(manifest, null, 2)}\n`
  proof.hash = sha(Buffer.from(proof.manifest)).toString('hex')
}

const firm = '00000000-0000-0000-0000-000000000000'
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const hashOf = (...values: unknown[]) => sha(Buffer.from(JSON.stringify(values))).toString('hex')
const side = (owner: string, kind: string, version: number) => [
  owner,
  kind,
  owner === firm ? null : String(version),
]

const unlistedBefore = (links: Row[], { owner, version }: Row) =>
  links.filter((one) => one.owner === owner && one.number > 0 && one.version < version).length

function leafOf({ owner, version, head }: Row): Uint8Array {
  const number = Buffer.alloc(8)
  number.writeBigInt64BE(BigInt(version))
  const id = Buffer.from(owner.replaceAll('-', ''), 'hex')
  return leafHash(sha, Buffer.concat([id, number, Buffer.from(head, 'hex')]))
}
