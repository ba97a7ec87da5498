/** The evidence pack: whole while nobody tampers, and each tampering is caught and located by a program that isn't ours. */
import { administrators, auditors } from '../../src/contract/roles.ts'
import { execFile, spawnSync } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeEvidence } from '../../src/domains/evidence/make.ts'
import { readTrialBalance } from '../../src/ledger/store/trial-balance.ts'
import { compileCache } from '../support/compile-cache.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  Forgery,
  newFolder,
  noPython,
  publishAgain,
  runVerifier,
  startVerifier,
  tellHistory,
  type Row,
  type Told,
} from '../support/evidence.ts'
import { createHouse } from '../support/house.ts'
import { missingParts, skippedBy, type Program } from '../support/outside.ts'
import { projectFolder } from '../support/server.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const folder = newFolder()
const packs = {
  /** From the first command to the third root. */
  whole: join(folder, 'whole'),
  /** From the first root to the second. */
  middle: join(folder, 'middle'),
  /** From the second root to the third. */
  later: join(folder, 'later'),
  /** From the first command to now, which no root covers; with words. */
  open: join(folder, 'open'),
}
type Which = keyof typeof packs
let told: Told

const pack = (path: string, from: string, to: string, withPersons = false) =>
  makeEvidence(database.pool, path, { from, to, withPersons, mode: 'demo' })

beforeAll(async () => {
  told = await tellHistory(house)
  const days = told.roots.map(({ day }) => day)
  await pack(packs.whole, '2020-01-01', days[2]!)
  await pack(packs.middle, days[1]!, days[1]!)
  await pack(packs.later, days[2]!, days[2]!)
  await pack(packs.open, '2020-01-01', '2099-01-01', true)
})

const verifyPack = noPython ? async () => ({ code: -1, output: '' }) : startVerifier()

let made = 0
const forge = (which: Which): Forgery => {
  made += 1
  return new Forgery(packs[which], join(folder, `forged-${made}`))
}

/** The first done command of a kind, or the one that `isIt`. */
const find = (
  forgery: Forgery,
  kind: string,
  isIt: (input: Row, row: Row) => boolean = () => true,
) =>
  forgery
    .rows('commands')
    .find((row) => row.kind === kind && row.outcome === 'done' && isIt(JSON.parse(row.input), row))!

/** Changes the input of a command, which is kept as text. */
function setInput(row: Row, change: Row): void {
  row.input = JSON.stringify({ ...JSON.parse(row.input), ...change })
}

const ofKind = (forgery: Forgery, kind: string, isIt?: (input: Row, row: Row) => boolean) => {
  const command = find(forgery, kind, isIt)
  const at = (name: string) => forgery.rows(name).find((row) => row.n === command.n)!
  return { command, posting: at('postings'), link: at('links'), at }
}

const isOfBank = (input: Row) => input.of === 'bank-entry'

/** Where a fault must be told: file and line, and what it must name. */
type Place = { file: string; line?: number; names: (string | number)[] }

const isTold = (output: string, { file, line, names }: Place) => {
  const places = line === undefined ? [`${file}:`, `${file} line `] : [`${file} line ${line}:`]
  return output
    .split('\n')
    .some(
      (text) =>
        places.some((place) => text.startsWith(`FAULT ${place}`)) &&
        names.every((name) => text.includes(String(name))),
    )
}

/** Changes a pack, and says where that has to be told. */
type Tampering = [what: string, which: Which, tamper: (forgery: Forgery) => Place | Place[]]

const named = (row: Row) =>
  `${row.number ? `unlisted command ${row.number}` : `row ${row.version}`} of owner ${row.owner} (command ${row.command})`

/** The text of a file of lines, changed. */
function setLines(forgery: Forgery, name: string, from: string | RegExp, to: string): void {
  const path = join(forgery.folder, `${name}.jsonl.gz`)
  const text = gunzipSync(readFileSync(path)).toString()
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${name} has no ${from}`)
  forgery.setText(`${name}.jsonl.gz`, changed)
}

const firm = '00000000-0000-0000-0000-000000000000'
const stranger = 'ffffffff-0000-4000-8000-000000000001'

/** A command that nobody gave. */
const invented = (forgery: Forgery, kind: string, given: Row = {}): Row => ({
  id: randomUUID(),
  kind,
  actor: told.people.admin,
  subject: told.people.ada,
  key: null,
  bodyHash: '',
  input: '{}',
  outcome: 'done',
  at: forgery.rows('commands').at(-1)!.at,
  particulars: 'a'.repeat(64),
  ...given,
})

/** A person who never was, with a row of activity, after all others. */
function invent(forgery: Forgery): Place {
  const owners = forgery.rows('owners')
  const before = { openingVersion: null, openingUnlisted: null, openingHead: null }
  owners.push({ owner: stranger, ...before, version: 1, unlisted: 0, head: null })
  const opened = { actor: stranger, subject: stranger, input: '{"fixed":false,"role":"user"}' }
  const command = invented(forgery, 'OpenOwner', opened)
  const { at } = command
  const row = { owner: stranger, version: 1, number: 0, kind: 'account-opened', at, gain: null }
  forgery.insert('last', command, { links: [{ ...row, after: '0', hash: null }] })
  return { file: 'owners.jsonl.gz', line: owners.length, names: [stranger, 'is in no root'] }
}

/** With every hash of the pack put in order, but no chain. */
const tamperings: Tampering[] = [
  [
    'an amount of a posting',
    'whole',
    (forgery) => {
      const { posting, link } = ofKind(forgery, 'RequestWithdrawal')
      posting.amount = String(Number(posting.amount) + 1)
      const line = forgery.rows('postings').indexOf(posting) + 1
      return [
        { file: 'postings.jsonl.gz', line, names: [posting.debitOwner, posting.command] },
        { file: 'links.jsonl.gz', names: [named(link), 'its hash does not match'] },
      ]
    },
  ],
  [
    'a posting taken out',
    'whole',
    (forgery) => {
      const { posting, link } = ofKind(forgery, 'RequestWithdrawal')
      forgery.drop('postings', (row) => row === posting)
      const { debitOwner: owner, debitVersion: version } = posting
      return [
        {
          file: 'postings.jsonl.gz',
          names: [
            `account cash of owner ${owner}: version ${version + 1} comes after ${version - 1}`,
          ],
        },
        { file: 'links.jsonl.gz', names: [named(link)] },
      ]
    },
  ],
  [
    'a posting that stands there twice',
    'whole',
    (forgery) => {
      const { posting } = ofKind(forgery, 'RequestWithdrawal')
      const rows = forgery.rows('postings')
      rows.splice(rows.indexOf(posting), 0, { ...posting })
      const line = rows.indexOf(posting) + 1
      return { file: 'postings.jsonl.gz', line, names: ['twice', posting.command] }
    },
  ],
  [
    'two postings in another order',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'OpenInvestment')
      const rows = forgery.rows('postings')
      const at = rows.findIndex((row) => row.n === command.n)
      rows.splice(at, 2, rows[at + 1]!, rows[at]!)
      return { file: 'postings.jsonl.gz', line: at + 1, names: ['numbered from zero', command.id] }
    },
  ],
  [
    'a posting moved to another command',
    'whole',
    (forgery) => {
      const { posting } = ofKind(forgery, 'RequestWithdrawal')
      const rows = forgery.rows('postings')
      const at = rows.indexOf(posting)
      rows.splice(at, 1)
      const target = rows.findLast((row) => row.event === 'withdrawal-requested')!
      rows.splice(rows.indexOf(target) + 1, 0, {
        ...posting,
        n: target.n,
        command: target.command,
        line: 1,
      })
      return { file: 'links.jsonl.gz', names: [`(command ${target.command})`, 'its hash'] }
    },
  ],
  [
    'a posting of another owner',
    'whole',
    (forgery) => {
      const { posting } = ofKind(forgery, 'RequestWithdrawal')
      posting.creditOwner = told.people.other
      const line = forgery.rows('postings').indexOf(posting) + 1
      return {
        file: 'postings.jsonl.gz',
        line,
        names: [`from owner ${posting.debitOwner} to owner ${told.people.other}`],
      }
    },
  ],
  [
    'a posting that the chart doesn’t have, in a chart that was widened for it',
    'whole',
    (forgery) => {
      const { posting } = ofKind(forgery, 'RequestWithdrawal')
      posting.creditKind = 'capital'
      const chart = JSON.parse(forgery.text('chart.json'))
      chart.lines.push({ event: 'withdrawal-requested', debit: 'cash', credit: 'capital' })
      forgery.setText('chart.json', JSON.stringify(chart))
      const line = forgery.rows('postings').indexOf(posting) + 1
      return [
        { file: 'chart.json', names: ['it allows withdrawal-requested from cash to capital'] },
        { file: 'postings.jsonl.gz', line, names: ['the chart has no', posting.command] },
      ]
    },
  ],
  [
    'an account that need not be above zero any more',
    'whole',
    (forgery) => {
      const chart = JSON.parse(forgery.text('chart.json'))
      chart.kinds.cash.guarded = false
      forgery.setText('chart.json', JSON.stringify(chart))
      return { file: 'chart.json', names: ['account cash'] }
    },
  ],
  [
    'a gap in the versions of an account',
    'whole',
    (forgery) => {
      const rows = forgery.rows('postings')
      const posting = rows.findLast((row) => row.debitKind === 'client-bank')!
      posting.debitVersion += 1
      return {
        file: 'postings.jsonl.gz',
        line: rows.indexOf(posting) + 1,
        names: ['account client-bank', posting.debitOwner, posting.command],
      }
    },
  ],
  [
    'a balance of the firm’s, which no hash covers',
    'whole',
    (forgery) => {
      const { posting } = ofKind(forgery, 'FundPool')
      posting.creditBalance = String(BigInt(posting.creditBalance) + 1n)
      const line = forgery.rows('postings').indexOf(posting) + 1
      return { file: 'postings.jsonl.gz', line, names: ['the balance of account', posting.command] }
    },
  ],
  [
    'a command taken out',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'RejectWithdrawal')
      forgery.drop('commands', (row) => row === command)
      return [
        { file: 'commands.jsonl.gz', line: command.n, names: [`where ${command.n} should`] },
        { file: 'postings.jsonl.gz', names: [command.id, 'stands earlier, or nowhere'] },
        { file: 'links.jsonl.gz', names: [command.id] },
      ]
    },
  ],
  [
    'a command that stands there twice',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'RejectWithdrawal')
      const rows = forgery.rows('commands')
      rows.splice(command.n, 0, { ...command })
      return { file: 'commands.jsonl.gz', line: command.n + 1, names: ['twice', command.id] }
    },
  ],
  [
    'two commands in another order',
    'whole',
    (forgery) => {
      const rows = forgery.rows('commands')
      const at = rows.findIndex(({ kind }) => kind === 'RejectWithdrawal')
      rows.splice(at, 2, rows[at + 1]!, rows[at]!)
      return { file: 'commands.jsonl.gz', line: at + 1, names: ['should', rows[at]!.id] }
    },
  ],
  ...(
    [
      ['actor', () => told.people.other],
      ['subject', () => told.people.ben],
      ['at', ({ at }) => at + 1],
      ['key', () => 'another'],
      ['bodyHash', () => 'another'],
      ['kind', () => 'ReturnWithdrawal'],
      ['particulars', () => 'a'.repeat(64)],
      ['id', () => told.people.other],
    ] as [field: string, value: (row: Row) => unknown][]
  ).map(([field, value]): Tampering => [
    `another ${field} of a command`,
    'whole',
    (forgery) => {
      const { command, link } = ofKind(forgery, 'RejectWithdrawal')
      command[field] = value(command)
      const line = forgery.rows('links').indexOf(link) + 1
      return { file: 'links.jsonl.gz', line, names: [named(link), 'its hash does not match'] }
    },
  ]),
  [
    'another input of a command',
    'whole',
    (forgery) => {
      const { command, link } = ofKind(forgery, 'RejectWithdrawal')
      setInput(command, { withdrawal: told.requests.large })
      return { file: 'links.jsonl.gz', names: [named(link), 'its hash does not match'] }
    },
  ],
  [
    'a refusal that became a success',
    'whole',
    (forgery) => {
      const command = forgery.rows('commands').find(({ outcome }) => outcome !== 'done')!
      const link = forgery.rows('links').find(({ n }) => n === command.n)!
      command.outcome = 'done'
      return { file: 'links.jsonl.gz', names: [named(link), 'its hash does not match'] }
    },
  ],
  [
    'a line of an import that is booked twice',
    'open',
    (forgery) => {
      const [first, second] = forgery.rows('commands').filter(({ kind }) => kind === 'ImportPerson')
      const { line } = JSON.parse(first!.input as string)
      setInput(second!, { line })
      return {
        file: 'commands.jsonl.gz',
        line: second!.n as number,
        names: ['was booked before', String(second!.id)],
      }
    },
  ],
  [
    'an import of more than two agreed to',
    'open',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'import')
      setInput(command, { amount: '14999' })
      const [, second] = forgery.rows('commands').filter(({ kind }) => kind === 'ImportPerson')
      return {
        file: 'commands.jsonl.gz',
        line: second!.n as number,
        names: ['than two agreed to', String(second!.id)],
      }
    },
  ],
  [
    'a success that became a refusal',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'RequestWithdrawal')
      command.outcome = 'insufficient_balance'
      return { file: 'commands.jsonl.gz', line: command.n, names: ['refused', command.id] }
    },
  ],
  [
    'a refusal taken out, and all others numbered anew',
    'whole',
    (forgery) => {
      const refusals = forgery
        .rows('commands')
        .filter(({ outcome, actor }) => outcome !== 'done' && actor === told.people.admin)
      const link = forgery.rows('links').find(({ n }) => n === refusals[1]!.n)!
      forgery.takeOut(refusals[0]!.id)
      return { file: 'links.jsonl.gz', names: [named(link), 'what stood in between is gone'] }
    },
  ],
  [
    'the last refusal of an owner taken out',
    'open',
    (forgery) => {
      const refusal = forgery
        .rows('commands')
        .findLast(({ outcome, actor }) => outcome !== 'done' && actor === told.people.ben)!
      const line = forgery.lineOf('owners', ({ owner }) => owner === told.people.ben)
      forgery.takeOut(refusal.id)
      return { file: 'owners.jsonl.gz', line, names: [told.people.ben, 'the chain ends with'] }
    },
  ],
  [
    'a flipped hash of a link',
    'whole',
    (forgery) => {
      const { link } = ofKind(forgery, 'RejectWithdrawal')
      link.hash = link.hash.replace(/^./, link.hash.startsWith('0') ? '1' : '0')
      const line = forgery.rows('links').indexOf(link) + 1
      return { file: 'links.jsonl.gz', line, names: [named(link), 'its hash does not match'] }
    },
  ],
  [
    'a balance that a person was told',
    'whole',
    (forgery) => {
      const { link } = ofKind(forgery, 'RejectWithdrawal')
      link.after = String(Number(link.after) + 5)
      const line = forgery.rows('links').indexOf(link) + 1
      return { file: 'links.jsonl.gz', line, names: [named(link), 'it states a balance of'] }
    },
  ],
  [
    'a gain that a person was told',
    'whole',
    (forgery) => {
      const { link } = ofKind(forgery, 'RejectWithdrawal')
      link.gain = String(Number(link.gain) + 5)
      const line = forgery.rows('links').indexOf(link) + 1
      return { file: 'links.jsonl.gz', line, names: [named(link), 'the balance changed by'] }
    },
  ],
  [
    'a link taken out',
    'whole',
    (forgery) => {
      const { link, command } = ofKind(forgery, 'RejectWithdrawal')
      forgery.drop('links', (row) => row === link)
      return [
        {
          file: 'commands.jsonl.gz',
          line: command.n,
          names: ['it stands in no chain', command.id],
        },
        {
          file: 'links.jsonl.gz',
          names: [
            `row ${link.version + 1} of owner ${link.owner}`,
            'what stood in between is gone',
          ],
        },
      ]
    },
  ],
  [
    'a link in another owner’s chain',
    'whole',
    (forgery) => {
      const { link } = ofKind(forgery, 'RejectWithdrawal')
      link.owner = told.people.ben
      return { file: 'links.jsonl.gz', names: [`owner ${told.people.ben}`, link.command] }
    },
  ],
  [
    'two rows of an owner in another order',
    'whole',
    (forgery) => {
      const [first, second] = forgery
        .rows('links')
        .filter(({ owner, number }) => owner === told.people.ada && !number)
        .slice(3, 5) as [Row, Row]
      ;[first.version, second.version] = [second.version, first.version]
      return { file: 'links.jsonl.gz', names: [named(second), 'its hash does not match'] }
    },
  ],
  [
    'a root',
    'whole',
    (forgery) => {
      const root = forgery.rows('roots')[1]!
      root.root = 'b'.repeat(64)
      return [
        { file: 'roots.jsonl.gz', line: 2, names: [root.day, 'does not match its day'] },
        { file: 'roots.jsonl.gz', line: 3, names: ['does not name the root before it'] },
      ]
    },
  ],
  [
    'what was published to be owed',
    'whole',
    (forgery) => {
      const [proof] = forgery.rows('proofs').slice(-1) as [Row]
      const manifest = JSON.parse(proof.manifest)
      manifest.owed.cash = String(BigInt(manifest.owed.cash) - 1n)
      publishAgain(proof, manifest)
      return { file: 'proofs.jsonl.gz', line: 3, names: [proof.day, 'owed as cash'] }
    },
  ],
  [
    'what was published to be the firm’s own, and to be there, as a later pack begins',
    'later',
    (forgery) => {
      const [proof] = forgery.rows('proofs') as [Row]
      const manifest = JSON.parse(proof.manifest)
      manifest.own.capital = '12345'
      manifest.holds.bank = '1'
      publishAgain(proof, manifest)
      return [
        { file: 'proofs.jsonl.gz', line: 1, names: [proof.day, 'of capital are the firm’s own'] },
        { file: 'proofs.jsonl.gz', line: 1, names: [proof.day, 'the books hold 1 of bank'] },
        { file: 'proofs.jsonl.gz', line: 2, names: ['does not name the manifest before it'] },
      ]
    },
  ],
  [
    'a proof of another root',
    'whole',
    (forgery) => {
      const proof = forgery.rows('proofs')[1]!
      publishAgain(proof, { ...JSON.parse(proof.manifest), auditRoot: 'b'.repeat(64) })
      return { file: 'proofs.jsonl.gz', line: 2, names: [proof.day, 'not of the root of that day'] }
    },
  ],
  [
    'a proof that was written anew',
    'whole',
    (forgery) => {
      const proof = forgery.rows('proofs')[0]!
      proof.manifest = proof.manifest.replace('Glasshouse', 'Greenhouse')
      return { file: 'proofs.jsonl.gz', line: 1, names: [proof.day, 'does not have its hash'] }
    },
  ],
  [
    'a proof taken out',
    'whole',
    (forgery) => {
      const { day } = forgery.rows('proofs')[1]!
      forgery.drop('proofs', (row) => row.day === day)
      return [
        { file: 'proofs.jsonl.gz', line: 2, names: ['does not name the manifest before it'] },
        { file: 'proofs.jsonl.gz', names: [`no proof of the root of ${day}`] },
      ]
    },
  ],
  [
    'two days swapped',
    'whole',
    (forgery) => {
      const [, second, third] = forgery.rows('roots') as [Row, Row, Row]
      ;[second.day, third.day] = [third.day, second.day]
      return { file: 'roots.jsonl.gz', line: 2, names: [second.day, 'does not match its day'] }
    },
  ],
  [
    'a root taken out',
    'whole',
    (forgery) => {
      const { day } = forgery.rows('roots')[1]!
      forgery.drop('roots', (row) => row.day === day)
      return [
        { file: 'roots.jsonl.gz', line: 2, names: ['does not name the root before it'] },
        { file: 'heads.jsonl.gz', names: [`the root of ${day}`, 'is gone'] },
      ]
    },
  ],
  [
    'a head that a root was made over',
    'whole',
    (forgery) => {
      const line = forgery.lineOf('heads', ({ owner }) => owner === told.people.ada)
      const head = forgery.rows('heads')[line - 1]!
      head.head = 'c'.repeat(64)
      return [
        { file: 'heads.jsonl.gz', line, names: [told.people.ada, head.day] },
        { file: 'roots.jsonl.gz', names: [head.day, 'is not what the heads of that day make it'] },
      ]
    },
  ],
  [
    'a head taken out',
    'whole',
    (forgery) => {
      const { day } = forgery.rows('heads').findLast(({ owner }) => owner === told.people.ben)!
      forgery.drop('heads', (row) => row.owner === told.people.ben && row.day === day)
      return { file: 'roots.jsonl.gz', names: [day, 'is not what the heads'] }
    },
  ],
  [
    'an owner taken out',
    'whole',
    (forgery) => {
      forgery.drop('owners', ({ owner }) => owner === told.people.ben)
      return { file: 'links.jsonl.gz', names: [`owner ${told.people.ben} is not in owners`] }
    },
  ],
  [
    'another end of a chain',
    'whole',
    (forgery) => {
      const line = forgery.lineOf('owners', ({ owner }) => owner === told.people.ben)
      forgery.rows('owners')[line - 1]!.head = 'd'.repeat(64)
      return { file: 'owners.jsonl.gz', line, names: [told.people.ben] }
    },
  ],
  [
    'a stated balance, and another one so that the sum stays',
    'whole',
    (forgery) => {
      const rows = forgery.rows('closing')
      const line = forgery.lineOf('closing', ({ owner }) => owner === told.people.ada)
      const bank = rows.find(({ kind }) => kind === 'client-bank')!
      const account = rows[line - 1]!
      account.balance = String(BigInt(account.balance) + 9n)
      bank.balance = String(BigInt(bank.balance) - 9n)
      return { file: 'closing.jsonl.gz', line, names: [account.kind, told.people.ada, 'follows'] }
    },
  ],
  [
    'a stated balance that is missing',
    'whole',
    (forgery) => {
      forgery.drop('closing', ({ owner, kind }) => owner === told.people.ada && kind === 'held')
      return { file: 'closing.jsonl.gz', names: ['held', told.people.ada, 'is missing'] }
    },
  ],
  [
    'a person’s opening balance, and another one so that the sum stays',
    'later',
    (forgery) => {
      const rows = forgery.rows('opening')
      const account = rows.find(({ owner, kind }) => owner === told.people.ada && kind === 'cash')!
      const bank = rows.find(({ kind }) => kind === 'client-bank')!
      account.balance = String(BigInt(account.balance) + 9n)
      bank.balance = String(BigInt(bank.balance) - 9n)
      return [
        { file: 'opening-links.jsonl.gz', names: [told.people.ada, 'by the chain'] },
        { file: 'postings.jsonl.gz', names: ['account cash', told.people.ada] },
      ]
    },
  ],
  [
    'an account that the period begins without',
    'later',
    (forgery) => {
      forgery.drop('opening', ({ owner, kind }) => owner === told.people.ada && kind === 'held')
      return [
        { file: 'opening.jsonl.gz', names: ['not to zero'] },
        { file: 'postings.jsonl.gz', names: ['account held', told.people.ada] },
      ]
    },
  ],
  [
    'the link by which an opening balance hangs on the root',
    'later',
    (forgery) => {
      const line = forgery.lineOf('opening-links', ({ owner }) => owner === told.people.ada)
      forgery.rows('opening-links')[line - 1]!.values[5] = '1'
      return { file: 'opening-links.jsonl.gz', line, names: [told.people.ada, 'hash'] }
    },
  ],
  [
    'another beginning of a chain',
    'later',
    (forgery) => {
      const line = forgery.lineOf('owners', ({ owner }) => owner === told.people.ada)
      forgery.rows('owners')[line - 1]!.openingHead = 'e'.repeat(64)
      return { file: 'owners.jsonl.gz', line, names: [told.people.ada] }
    },
  ],
  [
    'who approved, in the list of approvals',
    'whole',
    (forgery) => {
      const row = forgery.rows('approvals')[0]!
      row.approver = told.people.gone
      return { file: 'approvals.jsonl.gz', line: 1, names: ['approver', row.command] }
    },
  ],
  [
    'who was the first of two, in the list of approvals',
    'whole',
    (forgery) => {
      const line = forgery.lineOf('approvals', ({ firstApprovedBy }) => firstApprovedBy !== null)
      const rows = forgery.rows('approvals')
      const last = rows.findLast((row) => row.proposal === rows[line - 1]!.proposal)!
      last.firstApprovedBy = told.people.gone
      return {
        file: 'approvals.jsonl.gz',
        line: rows.indexOf(last) + 1,
        names: ['the first of two'],
      }
    },
  ],
  [
    'an approval left out of the list',
    'whole',
    (forgery) => {
      const [{ command }] = forgery.rows('approvals') as [Row]
      forgery.drop('approvals', (row) => row.command === command)
      return { file: 'approvals.jsonl.gz', names: [command, '0 lines'] }
    },
  ],
  ...(
    [
      ['rates', 'rate', '1'],
      ['receipts', 'amount', '1'],
      ['receipts', 'reference', 'another'],
      ['deposits', 'quantity', '1'],
      ['deposits', 'txid', '8'.repeat(64)],
      ['deposits', 'times', 1],
      ['payouts', 'amount', '1'],
      ['payouts', 'reference', 'another'],
      ['rates', 'coin', 'USDT'],
      ['receipts', 'account', 'firm-bank'],
      ['receipts', 'kind', 'reversal'],
      ['approvals', 'proposedAt', 1],
      ['approvals', 'proposedBy', stranger],
      ['deposits', 'restored', '1'],
      ['payouts', 'txid', '7'.repeat(64)],
      ['payouts', 'quantity', '1'],
    ] as const
  ).map(([name, field, value]): Tampering => [
    `the ${field} in ${name}`,
    'whole',
    (forgery) => {
      const row = forgery.rows(name)[0]!
      row[field] = value
      return { file: `${name}.jsonl.gz`, line: 1, names: [row.command] }
    },
  ]),
  [
    'a receipt that nobody recorded',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'RejectWithdrawal')
      const rows = forgery.rows('receipts')
      const at = rows.findIndex(({ n }) => n > command.n)
      rows.splice(at, 0, { ...rows[0], n: command.n, command: command.id })
      return { file: 'receipts.jsonl.gz', line: at + 1, names: [command.id, 'nothing to do'] }
    },
  ],
  ...(['books.beancount', 'books.journal'] as const).flatMap((name): Tampering[] => [
    [
      `an amount in ${name}`,
      'whole',
      (forgery) => {
        const text = forgery.text(name)
        const at = text.indexOf(' 10.00 USD')
        forgery.setText(name, `${text.slice(0, at)} 11.00 USD${text.slice(at + 10)}`)
        const line = text.slice(0, at).split('\n').length
        return { file: name, line, names: ['it does not say what the postings say'] }
      },
    ],
    [
      `more in ${name}`,
      'whole',
      (forgery) => {
        const text = forgery.text(name)
        forgery.setText(name, `${text}\n; and more\n`)
        return { file: name, line: text.split('\n').length, names: ['more than the postings say'] }
      },
    ],
  ]),
  [
    'a person’s words',
    'open',
    (forgery) => {
      const line = forgery.lineOf('words', ({ texts }) => texts.includes('not now'))
      const row = forgery.rows('words')[line - 1]!
      row.texts = row.texts.replace('not now', 'never')
      return { file: 'words.jsonl.gz', line, names: [row.command] }
    },
  ],
  [
    'a person’s words, with their digest beside the one that was chained',
    'open',
    (forgery) => {
      const line = forgery.lineOf('words', ({ texts }) => texts.includes('not now'))
      const row = forgery.rows('words')[line - 1]!
      row.texts = row.texts.replace('not now', 'never')
      const said = JSON.stringify(['particulars', row.salt, row.texts, row.status, row.reply])
      const command = forgery.rows('commands').find(({ n }) => n === row.n)!
      command.respoken = hash('sha256', said, 'hex')
      return { file: 'words.jsonl.gz', line, names: [row.command] }
    },
  ],
  [
    'a reply',
    'open',
    (forgery) => {
      const row = forgery.rows('words')[3]!
      row.reply = `${row.reply} `
      return { file: 'words.jsonl.gz', line: 4, names: [row.command] }
    },
  ],
  [
    'a period that is said to be longer',
    'whole',
    (forgery) => {
      forgery.manifest.to = '2099-01-01'
      return { file: 'manifest.json', names: ['its closing root'] }
    },
  ],
  [
    'a number of commands that is said to be another',
    'whole',
    (forgery) => {
      forgery.manifest.commands += 1
      return { file: 'manifest.json', names: ['commands'] }
    },
  ],
  [
    'a line that is no JSON',
    'whole',
    (forgery) => {
      setLines(forgery, 'commands', '\n{"n":3,', '\n{"n":3,,')
      return { file: 'commands.jsonl.gz', line: 3, names: ['JSON'] }
    },
  ],
  [
    'a name that stands in a line twice',
    'whole',
    (forgery) => {
      setLines(forgery, 'commands', '\n{"n":3,', '\n{"kind":"RefuseProposal","n":3,')
      return { file: 'commands.jsonl.gz', line: 3, names: ['a name stands twice'] }
    },
  ],
  [
    'a time that is no number',
    'whole',
    (forgery) => {
      setLines(forgery, 'commands', /(\n\{"n":3,.*"recorded":)\d+/, '$1NaN')
      return { file: 'commands.jsonl.gz', line: 3, names: ['NaN is no number'] }
    },
  ],
  [
    'a version that is no integer',
    'whole',
    (forgery) => {
      setLines(forgery, 'closing', /"version":(\d+)/, '"version":$1.0')
      return { file: 'closing.jsonl.gz', line: 1, names: ['is no number'] }
    },
  ],
  [
    'a balance that is written otherwise',
    'whole',
    (forgery) => {
      const line = forgery.lineOf('closing', ({ balance }) => balance.length > 2)
      const row = forgery.rows('closing')[line - 1]!
      row.balance = row.balance.replace(/.$/, '_$&')
      return { file: 'closing.jsonl.gz', line, names: ['is no amount'] }
    },
  ],
  [
    'a person who never was, without hashes, after the last root',
    'whole',
    (forgery) => [
      invent(forgery),
      { file: 'links.jsonl.gz', names: [stranger, 'its hash does not match'] },
    ],
  ],
  [
    'the row by which a balance hangs on the root, of whom links without a balance follow',
    'later',
    (forgery) => {
      const { admin } = told.people
      forgery.drop('opening-links', (row) => row.owner === admin && row.label === 'activity')
      const line = forgery.lineOf('opening-links', ({ owner }) => owner === admin)
      return { file: 'opening-links.jsonl.gz', line, names: [admin, 'comes first, and once'] }
    },
  ],
  [
    'a balance of somebody who begins without a row of activity',
    'later',
    (forgery) => {
      const owners = forgery.rows('owners')
      const [version, head] = [0, 'a'.repeat(64)]
      const opened = { openingVersion: version, openingUnlisted: 1, openingHead: head }
      owners.push({ owner: stranger, ...opened, version, unlisted: 1, head })
      forgery.rows('opening').push({ owner: stranger, kind: 'cash', version: 1, balance: '700' })
      const place = { file: 'owners.jsonl.gz', line: owners.length }
      return [
        { ...place, names: [stranger, 'no row of activity'] },
        { ...place, names: [stranger, 'the opening root was not made over'] },
      ]
    },
  ],
  [
    'an opening balance of somebody without a chain',
    'later',
    (forgery) => {
      const rows = forgery.rows('opening')
      rows.push({ owner: stranger, kind: 'cash', version: 1, balance: '700' })
      return { file: 'opening.jsonl.gz', line: rows.length, names: [stranger, 'and no chain'] }
    },
  ],
  ...(['whole', 'later'] as const).map((which): Tampering => [
    `the first proof taken out: ${which}`,
    which,
    (forgery) => {
      const { day } = forgery.rows('proofs')[0]!
      forgery.drop('proofs', (row) => row.day === day)
      return { file: 'proofs.jsonl.gz', line: 1, names: ['names one before it'] }
    },
  ]),
  [
    'a root before the first one',
    'whole',
    (forgery) => {
      forgery.rows('roots')[0]!.previous = 'b'.repeat(64)
      return { file: 'roots.jsonl.gz', line: 1, names: ['names one before it'] }
    },
  ],
  [
    'play money that is said to be money',
    'whole',
    (forgery) => {
      forgery.manifest.mode = 'live'
      const line = forgery.lineOf('postings', ({ event }) => event === 'play-money')
      return { file: 'postings.jsonl.gz', line, names: ['no play money in live'] }
    },
  ],
  [
    'a mode that isn’t one',
    'whole',
    (forgery) => {
      forgery.manifest.mode = 'test'
      return { file: 'manifest.json', names: ['its mode is test'] }
    },
  ],
  [
    'a second payment, by another reference, of what was asked for before the period',
    'later',
    (forgery) => {
      const { command, posting, link, at } = ofKind(forgery, 'PayWithdrawal')
      const again: Row = { ...command, id: randomUUID() }
      const reference = 'paid again'
      setInput(again, { reference })
      const { n } = forgery.insert('last', again, {
        postings: [posting],
        links: [link],
        payouts: [{ ...at('payouts'), reference }],
      })
      return { file: 'commands.jsonl.gz', line: n, names: ['which is paid', again.id] }
    },
  ],
]

/** What would be believed to be from before the period. */
const misplaced: Tampering[] = [
  [
    'an approval moved before its proposal',
    'later',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', isOfBank)
      const proposal = find(forgery, 'AssignReceipt')
      forgery.moveBefore(command, proposal)
      const names = ['before the AgreeToProposal that is about it', proposal.id]
      return { file: 'commands.jsonl.gz', line: proposal.n, names }
    },
  ],
  [
    'an approval of another amount and subject, moved before its proposal',
    'later',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'correction')
      const proposal = find(forgery, 'CorrectUser')
      command.subject = told.people.ben
      setInput(proposal, { accountBalance: '7' })
      forgery.moveBefore(command, proposal)
      const names = ['before the AgreeToProposal that is about it', proposal.id]
      return { file: 'commands.jsonl.gz', line: proposal.n, names }
    },
  ],
  ...(['PayWithdrawal', 'ApproveWithdrawal'] as const).map((kind): Tampering => [
    `a ${kind} moved before its request`,
    'middle',
    (forgery) => {
      const { small } = told.requests
      const { command } = ofKind(forgery, kind, (input) => input.withdrawal === small)
      const request = find(forgery, 'RequestWithdrawal', (_, { id }) => id === small)
      forgery.moveBefore(command, request)
      const names = [`before the ${kind} that is about it`, small]
      return { file: 'commands.jsonl.gz', line: request.n, names }
    },
  ]),
  [
    'an approval of what was booked by one alone',
    'later',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'correction')
      const alone = find(forgery, 'CreditReferrer')
      setInput(command, { proposal: alone.id })
      at('approvals').proposal = alone.id
      const names = ['or is nothing that can be approved', alone.id]
      return { file: 'commands.jsonl.gz', line: alone.n, names }
    },
  ],
  [
    'an act by one alone, in live, moved before those of the day before',
    'whole',
    (forgery) => {
      const isIt = (input: Row) => input.withdrawal === told.requests.sent
      const { command } = ofKind(forgery, 'ApproveWithdrawal', isIt)
      forgery.manifest.mode = 'live'
      forgery.moveBefore(find(forgery, 'CreditReferrer'), command)
      const names = ['behind a later act of the same administrator', command.id]
      return { file: 'commands.jsonl.gz', line: command.n, names }
    },
  ],
]

const evil = '2020-01-01"\nplugin "evil"\n; "'

/** What isn't written as the format says. */
const misspelled: Tampering[] = [
  [
    'a day that would be a line of the books',
    'whole',
    (forgery) => {
      forgery.manifest.from = evil
      return { file: 'manifest.json', names: ['is no day'] }
    },
  ],
  [
    'an id that would be a line of the books',
    'whole',
    (forgery) => {
      const { command, posting } = ofKind(forgery, 'RequestWithdrawal')
      command.id = evil
      posting.command = evil
      return { file: 'commands.jsonl.gz', line: command.n, names: ['is no id'] }
    },
  ],
  [
    'an owner whose id would be a line of the books',
    'whole',
    (forgery) => {
      const { command, posting } = ofKind(forgery, 'RequestWithdrawal')
      posting.debitOwner = evil
      return { file: 'commands.jsonl.gz', line: command.n, names: ['is no id'] }
    },
  ],
  [
    'a file that the format doesn’t have',
    'whole',
    (forgery) => {
      writeFileSync(join(forgery.folder, 'evil.py'), '')
      forgery.manifest.files.push({ name: 'evil.py', sha256: '', lines: 0 })
      return { file: 'evil.py', names: ['the format has no such file here'] }
    },
  ],
  [
    'words and persons in a pack that is said to be without',
    'open',
    (forgery) => {
      forgery.manifest.withPersons = false
      return ['words.jsonl.gz', 'persons.jsonl.gz'].map((file) => ({
        file,
        names: ['the format has no such file here'],
      }))
    },
  ],
  [
    'somebody among the persons who has no chain',
    'open',
    (forgery) => {
      const rows = forgery.rows('persons')
      rows.push({ owner: stranger, name: 'Never Was', email: 'never@people.example' })
      return { file: 'persons.jsonl.gz', line: rows.length, names: [stranger, 'has no chain'] }
    },
  ],
  [
    'another number of lines than the manifest says',
    'whole',
    (forgery) => {
      forgery.manifest.files.find(({ name }: Row) => name === 'links.jsonl.gz').lines += 1
      return { file: 'manifest.json', names: ['lines of links.jsonl.gz'] }
    },
  ],
  [
    'the verifier and the paper taken out',
    'whole',
    (forgery) => {
      const taken = ['verify.py', 'FORMAT.md']
      for (const name of taken) rmSync(join(forgery.folder, name))
      const left = forgery.manifest.files.filter(({ name }: Row) => !taken.includes(name))
      forgery.manifest.files = left
      return taken.map((name) => ({ file: 'manifest.json', names: [`does not name ${name}`] }))
    },
  ],
  [
    'a version that is true',
    'whole',
    (forgery) => {
      const line = forgery.lineOf('postings', ({ debitVersion }) => debitVersion === 1)
      forgery.rows('postings')[line - 1]!.debitVersion = true
      return { file: 'postings.jsonl.gz', line, names: ['its debitVersion is no number'] }
    },
  ],
  [
    'lines that end otherwise',
    'whole',
    (forgery) => {
      setLines(forgery, 'closing', /\n/g, '\r\n')
      return { file: 'closing.jsonl.gz', line: 1, names: ['does not end with a line feed alone'] }
    },
  ],
  [
    'a link without a number',
    'whole',
    (forgery) => {
      const { command, link } = ofKind(forgery, 'RejectWithdrawal')
      link.number = null
      return { file: 'commands.jsonl.gz', line: command.n, names: ['number None of a link'] }
    },
  ],
  [
    'a link behind a gap, with a balance that is none',
    'whole',
    (forgery) => {
      const { link } = ofKind(forgery, 'RejectWithdrawal')
      link.version += 1000
      link.after = 'x'
      return { file: 'links.jsonl.gz', names: [link.owner, 'is not as the format says'] }
    },
  ],
]

/** All chains and roots are made anew too: what is left is what the commands themselves say. */
const withChains: Tampering[] = [
  ['a person who never was, after the last root', 'whole', invent],
  [
    'a command after the last root',
    'whole',
    (forgery) => {
      const { admin } = told.people
      const line = forgery.lineOf('owners', ({ owner }) => owner === admin)
      const end = forgery.rows('owners')[line - 1]!
      end.unlisted += 1
      const { version, unlisted: number } = end
      const empty = { kind: null, at: null, gain: null, after: null }
      forgery.insert('last', invented(forgery, 'WriteNote'), {
        links: [{ owner: admin, version, number, ...empty }],
      })
      return { file: 'owners.jsonl.gz', line, names: [admin, 'and the root of', 'was made over'] }
    },
  ],
  [
    'a proposal in no chain, as if it were older than them',
    'whole',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'AgreeToProposal', isOfBank)
      const first = find(forgery, 'RecordReceipt')
      const proposal = invented(forgery, first.kind, { input: first.input, older: true })
      forgery.insert('first', proposal, { receipts: [forgery.rows('receipts')[0]!] })
      setInput(command, { proposal: proposal.id })
      at('approvals').proposal = proposal.id
      return [
        { file: 'commands.jsonl.gz', line: 1, names: [proposal.id, 'it stands in no chain'] },
        {
          file: 'commands.jsonl.gz',
          line: command.n,
          names: [proposal.id, 'which nobody asked for or proposed', command.id],
        },
      ]
    },
  ],
  [
    'money that left a balance without the person’s chain',
    'whole',
    (forgery) => {
      const { ada } = told.people
      const account = (owner: string, kind: string) =>
        forgery.rows('closing').find((row) => row.owner === owner && row.kind === kind)!
      const move = (owner: string, kind: string, by: bigint) => {
        const row = account(owner, kind)
        row.version += 1
        row.balance = String(BigInt(row.balance) + by)
        return [owner, kind, row.version, row.balance]
      }
      const side = (name: string, [owner, kind, version, balance]: unknown[]) => ({
        [`${name}Owner`]: owner,
        [`${name}Kind`]: kind,
        [`${name}Version`]: version,
        [`${name}Balance`]: balance,
      })
      const line = forgery.lineOf('owners', ({ owner }) => owner === ada)
      const end = forgery.rows('owners').find(({ owner }) => owner === firm)!
      const head = forgery.rows('heads').findLast(({ owner }) => owner === firm)!
      end.version += 1
      head.version += 1
      const command = invented(forgery, 'CorrectUser', { input: '{"accountBalance":"1"}' })
      const { at } = command
      const posting = { line: 0, at, event: 'balance-corrected', amount: '500' }
      const debit = side('debit', move(ada, 'cash', -500n))
      const credit = side('credit', move(firm, 'corrections-pool', 500n))
      const row = { owner: firm, version: end.version, number: 0, kind: 'correction-made', at }
      const { n } = forgery.insert('last', command, {
        postings: [{ ...posting, ...debit, ...credit }],
        links: [{ ...row, gain: null, after: null }],
      })
      return [
        { file: 'commands.jsonl.gz', line: n, names: [ada, 'does not stand in their list'] },
        { file: 'owners.jsonl.gz', line, names: [ada, 'by their chain the balance is'] },
      ]
    },
  ],
  [
    'an approval about somebody else than was proposed',
    'whole',
    (forgery) => {
      const { command, posting } = ofKind(forgery, 'AgreeToProposal', isOfBank)
      const { ada, ben } = told.people
      command.subject = ben
      const line = forgery.rows('postings').indexOf(posting) + 1
      return [
        {
          file: 'commands.jsonl.gz',
          line: command.n,
          names: [`about owner ${ben}, and owner ${ada} was proposed`],
        },
        { file: 'postings.jsonl.gz', line, names: [ada, `the command is about owner ${ben}`] },
      ]
    },
  ],
  ...(
    [
      ['AgreeToProposal', '5000 was proposed'],
      ['CreditReferrer', '400 was proposed'],
      ['RequestWithdrawal', 'another amount is held'],
    ] as const
  ).map(([kind, names]): Tampering => [
    `more that is booked than ${kind} is about`,
    'whole',
    (forgery) => {
      const { command, posting } = ofKind(forgery, kind)
      posting.amount = '100000000'
      return { file: 'commands.jsonl.gz', line: command.n, names: [names, command.id] }
    },
  ]),
  [
    'another correction than was proposed',
    'whole',
    (forgery) => {
      const { command, posting } = ofKind(
        forgery,
        'AgreeToProposal',
        ({ of }) => of === 'correction',
      )
      posting.event = 'balance-corrected'
      return {
        file: 'commands.jsonl.gz',
        line: command.n,
        names: ['balance-corrected is booked, and no accountBalance was proposed', command.id],
      }
    },
  ],
  [
    'another balance than a correction named',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'correction')
      setInput(find(forgery, 'CorrectUser'), { accountBalance: '7' })
      return {
        file: 'commands.jsonl.gz',
        line: command.n,
        names: [told.people.ada, 'afterwards, and 7 was proposed', command.id],
      }
    },
  ],
  [
    'another role than was proposed',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'role-change')
      setInput(command, { roles: auditors })
      return {
        file: 'commands.jsonl.gz',
        line: command.n,
        names: [`of roles ${auditors}, and ${administrators} was proposed`, command.id],
      }
    },
  ],
  [
    'a transfer to somebody else than was asked for',
    'whole',
    (forgery) => {
      const isIt = (input: Row) => input.withdrawal === told.requests.sent
      const { command, posting } = ofKind(forgery, 'ApproveWithdrawal', isIt)
      posting.creditOwner = told.people.other
      return { file: 'commands.jsonl.gz', line: command.n, names: ['to another owner', command.id] }
    },
  ],
  [
    'acts by one alone whose note of when was moved apart, in live',
    'whole',
    (forgery) => {
      const isIt = (input: Row) => input.withdrawal === told.requests.sent
      const { command } = ofKind(forgery, 'ApproveWithdrawal', isIt)
      setInput(command, { secondApprovalInAllAbove: '1500' })
      forgery.manifest.mode = 'live'
      for (const row of forgery.rows('commands'))
        if (row.n >= command.n) row.recorded += 172_800_000
      return { file: 'commands.jsonl.gz', line: command.n, names: ['alone', command.id] }
    },
  ],
  [
    'J25: a single approval without a limit, in live',
    'whole',
    (forgery) => {
      const isIt = (input: Row) => input.withdrawal === told.requests.small
      const { command } = ofKind(forgery, 'ApproveWithdrawal', isIt)
      setInput(command, { secondApprovalAbove: undefined })
      forgery.manifest.mode = 'live'
      const names = ['ApproveWithdrawal by one administrator alone, without a limit', command.id]
      return { file: 'commands.jsonl.gz', line: command.n, names }
    },
  ],
  [
    'J25: a pool funded by one without a limit, in live',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'FundPool')
      command.actor = told.people.admin
      forgery.manifest.mode = 'live'
      const names = ['FundPool by one administrator alone, without a limit', command.id]
      return { file: 'commands.jsonl.gz', line: command.n, names }
    },
  ],
  [
    'J25: a single approval above the limit, in live',
    'whole',
    (forgery) => {
      const isIt = (input: Row) => input.withdrawal === told.requests.small
      const { command } = ofKind(forgery, 'ApproveWithdrawal', isIt)
      setInput(command, { secondApprovalAbove: '0' })
      forgery.manifest.mode = 'live'
      return { file: 'commands.jsonl.gz', line: command.n, names: ['two are needed', command.id] }
    },
  ],
  [
    'J25: a credit by one without a limit, in live',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'CreditReferrer')
      setInput(command, { secondApprovalAbove: undefined })
      forgery.manifest.mode = 'live'
      const names = ['CreditReferrer by one administrator alone, without a limit', command.id]
      return { file: 'commands.jsonl.gz', line: command.n, names }
    },
  ],
  [
    'an approval by whoever proposed it',
    'whole',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'AgreeToProposal', isOfBank)
      command.actor = told.people.admin
      at('approvals').approver = told.people.admin
      return { file: 'commands.jsonl.gz', line: command.n, names: ['needs two', command.id] }
    },
  ],
  [
    'a proposer who never proposed it',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'correction')
      setInput(command, { proposedBy: told.people.gone })
      return { file: 'commands.jsonl.gz', line: command.n, names: ['says that', command.id] }
    },
  ],
  ...(
    [
      ['another amount', { amount: '1' }, 'of amount 1, and 60000 was proposed'],
      ['another reference', { reference: 'other' }, 'of reference other, and capital by two was'],
      ['another kind', { of: 'pool-funding' }, 'of a proposal that is none of its own'],
      ['a first who never agreed', { firstAgreedBy: stranger }, 'agreed before, and they did not'],
      ['no first', { firstAgreedBy: null }, 'needs two administrators'],
    ] as const
  ).map(([what, change, told]): Tampering => [
    `an agreement to capital with ${what}`,
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'capital')
      setInput(command, change)
      return { file: 'commands.jsonl.gz', line: command.n, names: [told, command.id] }
    },
  ]),
  [
    'an agreement to capital by who proposed it',
    'whole',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'capital')
      command.actor = told.people.admin
      at('approvals').approver = told.people.admin
      return { file: 'commands.jsonl.gz', line: command.n, names: ['needs two', command.id] }
    },
  ],
  [
    'capital of another amount than was agreed to',
    'whole',
    (forgery) => {
      const { command, posting } = ofKind(forgery, 'AgreeToProposal', ({ of }) => of === 'capital')
      posting.amount = String(BigInt(posting.amount) + 1n)
      const names = ['60001 is booked, and 60000 was proposed', command.id]
      return { file: 'commands.jsonl.gz', line: command.n, names }
    },
  ],
  [
    'one who agrees twice to what nobody else has agreed to',
    'whole',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'AgreeToProposal', ({ pool }, { actor }) => {
        return pool === 'returns' && actor === told.people.other
      })
      command.actor = told.people.admin
      at('approvals').approver = told.people.admin
      return { file: 'commands.jsonl.gz', line: command.n, names: ['a second time', command.id] }
    },
  ],
  [
    'both approvals of a withdrawal by one administrator',
    'whole',
    (forgery) => {
      const approves = (input: Row, { actor }: Row) =>
        input.withdrawal === told.requests.large && actor === told.people.other
      const { command, at } = ofKind(forgery, 'ApproveWithdrawal', approves)
      command.actor = told.people.admin
      at('approvals').approver = told.people.admin
      return {
        file: 'commands.jsonl.gz',
        line: command.n,
        names: ['same administrator', command.id],
      }
    },
  ],
  [
    'an approval by one alone, of more than one alone may',
    'whole',
    (forgery) => {
      const approves = (input: Row) => input.withdrawal === told.requests.small
      const { command } = ofKind(forgery, 'ApproveWithdrawal', approves)
      setInput(command, { secondApprovalAbove: '999' })
      return { file: 'commands.jsonl.gz', line: command.n, names: ['alone', told.people.ada] }
    },
  ],
  [
    'an approval of another amount',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'AgreeToProposal', isOfBank)
      setInput(command, { amount: '5001' })
      return { file: 'commands.jsonl.gz', line: command.n, names: ['was proposed', command.id] }
    },
  ],
  [
    'a payout of what nobody approved',
    'whole',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'PayWithdrawal')
      setInput(command, { withdrawal: told.requests.released })
      at('payouts').withdrawal = told.requests.released
      return {
        file: 'commands.jsonl.gz',
        line: command.n,
        names: [told.requests.released, 'which is'],
      }
    },
  ],
  [
    'money booked by a command that never books it',
    'whole',
    (forgery) => {
      const { command, posting } = ofKind(forgery, 'AgreeToProposal', isOfBank)
      command.kind = 'WriteNote'
      forgery.drop('approvals', (row) => row.n === command.n)
      const line = forgery.rows('postings').indexOf(posting) + 1
      return { file: 'postings.jsonl.gz', line, names: ['never booked by WriteNote', command.id] }
    },
  ],
  [
    'capital without its asset',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'FundPool')
      const moved = forgery.rows('postings').find((row) => row.n === command.n && row.line === 1)!
      moved.amount = String(BigInt(moved.amount) - 1n)
      return { file: 'commands.jsonl.gz', line: command.n, names: ['its asset', command.id] }
    },
  ],
  [
    'coins at another rate',
    'whole',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'CreditDeposit')
      setInput(command, { rate: '65000000000' })
      at('rates').rate = '65000000000'
      return { file: 'deposits.jsonl.gz', line: 1, names: ['do not fit', command.id] }
    },
  ],
]

/** The house's own trial balance, in the smallest units: what is debited is positive there. */
async function expected(): Promise<Record<string, bigint>> {
  const rows = await readTrialBalance(database.pool)
  return Object.fromEntries(
    rows
      .filter(({ debits, credits }) => debits !== credits)
      .map(({ kind, debits, credits }) => [kind, debits - credits]),
  )
}

/** Sums by kind of lines such as `Liabilities:Cash:O-…|123.00 USD`. */
function sumsOf(output: string): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const line of output.replaceAll('"', '').split('\n')) {
    const [, kind, amount] = /^[A-Z]\w+:([\w-]+)[^,|]*[,|](-?[\d.]+) [A-Z]+$/.exec(line) ?? []
    if (kind === undefined) continue
    const name = kind.toLowerCase()
    sums[name] = (sums[name] ?? 0n) + BigInt(amount!.replace('.', ''))
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n))
}

describe('the books in the formats of others', () => {
  const checking = (program: Program, tests: () => void) => {
    const missing = missingParts(program)
    describe.skipIf(missing)(`${program}${skippedBy(missing)}`, tests)
  }
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { encoding: 'utf8', cwd: packs.open })

  checking('bean-check', () => {
    test.each(['whole', 'later', 'open'] as const)(
      'accepts them, with every stated balance: %s',
      (which) => {
        const { status, stderr, stdout } = run(
          'bean-check',
          '--no-cache',
          join(packs[which], 'books.beancount'),
        )
        expect(stdout + stderr).toBe('')
        expect(status).toBe(0)
      },
    )
  })

  checking('hledger', () => {
    test.each(['whole', 'later', 'open'] as const)(
      'finds every account and commodity declared, and every balance as stated: %s',
      (which) => {
        const journal = join(packs[which], 'books.journal')
        const { status, stderr, stdout } = run('hledger', '-f', journal, 'check', '--strict')
        expect([status, stdout + stderr]).toEqual([0, ''])
      },
    )

    test('says the same balances as the house', async () => {
      const args = ['-f', 'books.journal', 'balance', '--flat', '--no-total', '-O', 'csv']
      expect(sumsOf(run('hledger', ...args).stdout)).toEqual(await expected())
    })
  })

  checking('ledger', () => {
    test('says the same balances as the house', async () => {
      const format = '%(account)|%(scrub(display_total))\n'
      const args = ['--args-only', '-f', 'books.journal', 'balance', '--flat', '--no-total']
      expect(sumsOf(run('ledger', ...args, '--balance-format', format).stdout)).toEqual(
        await expected(),
      )
    })
  })
})

test('the command writes a pack, and says what it begins and ends with', async () => {
  const path = join(folder, 'by-command')
  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        ['scripts/evidence.ts', ...args],
        {
          cwd: projectFolder,
          env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...compileCache },
        },
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })
  const { day, root } = told.roots[2]!
  const days = ['--from', day, '--to', day]
  const { code, output } = await run(...days, path)
  expect([code, output]).toEqual([0, expect.stringContaining(`the root of ${day}: ${root}`)])
  if (!noPython)
    expect(runVerifier(path, '--root', `${day}=${root}`)).toEqual({
      code: 0,
      output: expect.stringContaining('In order: nothing was found.'),
    })
  const again = await run(...days, path)
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('isn’t empty')])
  for (const wrong of [
    [],
    days,
    ['--from', '2026-02-31', '--to', day, 'x'],
    ['--from', 'x; drop', '--to', day, 'x'],
  ])
    expect((await run(...wrong)).code).toBe(1)
})

describe.skipIf(noPython)(`a pack${skippedBy(noPython)}`, () => {
  test.each(['whole', 'middle', 'later', 'open'] as const)(
    'that nobody touched is in order: %s',
    async (which) => {
      const { code, output } = await verifyPack(packs[which])
      expect(output).toContain('In order: nothing was found.')
      expect(code).toBe(0)
    },
  )

  test.each([...tamperings, ...misplaced, ...misspelled])(
    'doesn’t hold, and says where, after %s',
    async (_, which, tamper) => {
      const forgery = forge(which)
      const places = [tamper(forgery)].flat()
      forgery.save()
      const { code, output } = await verifyPack(forgery.folder)
      expect(code).toBe(1)
      for (const place of places)
        expect(isTold(output, place), `${JSON.stringify(place)}\n${output}`).toBe(true)
      expect(output).not.toContain('its hash is not the one in the manifest')
    },
  )

  test.each(withChains)('whose chains are made anew doesn’t hide %s', async (_, which, tamper) => {
    const forgery = forge(which)
    const places = [tamper(forgery)].flat()
    forgery.rechain()
    forgery.save()
    const { code, output } = await verifyPack(forgery.folder)
    expect(code).toBe(1)
    for (const place of places)
      expect(isTold(output, place), `${JSON.stringify(place)}\n${output}`).toBe(true)
    expect(output).not.toContain('its hash does not match')
  })

  test('that is made up as a whole is in order by itself, and differs from a root that was kept', async () => {
    const forgery = forge('whole')
    find(forgery, 'RejectWithdrawal').key = 'POST /another'
    forgery.rechain()
    forgery.save()
    expect((await verifyPack(forgery.folder)).code).toBe(0)
    const { day, root } = told.roots[1]!
    const { code, output } = await verifyPack(forgery.folder, '--root', `${day}=${root}`)
    expect([code, isTold(output, { file: 'roots.jsonl.gz', line: 2, names: [day, root] })]).toEqual(
      [1, true],
    )
    expect((await verifyPack(packs.whole, '--root', `${day}=${root}`)).code).toBe(0)
    expect((await verifyPack(forgery.folder, '--manifest', 'f'.repeat(64))).output).toContain(
      'its hash is not the one that you gave',
    )
  })

  test('whose proofs were published anew differs from one that was kept', async () => {
    const forgery = forge('whole')
    const [, second, third] = forgery.rows('proofs') as [Row, Row, Row]
    const { day, hash } = second
    publishAgain(second, { ...JSON.parse(second.manifest), rates: { BTC: '1', USDT: '1' } })
    publishAgain(third, { ...JSON.parse(third.manifest), previous: second.hash })
    forgery.save()
    const alone = await verifyPack(forgery.folder)
    expect([alone.code, alone.output]).toEqual([0, expect.stringContaining(third.hash)])
    const kept = ['--proof', `${day}=${hash}`]
    const { output } = await verifyPack(forgery.folder, ...kept)
    expect(isTold(output, { file: 'proofs.jsonl.gz', line: 2, names: [second.hash] })).toBe(true)
    expect((await verifyPack(packs.whole, ...kept)).code).toBe(0)
    forgery.drop('proofs', () => true)
    forgery.save()
    const without = await verifyPack(forgery.folder, ...kept)
    expect(isTold(without.output, { file: 'proofs.jsonl.gz', names: [day] })).toBe(true)
    expect(without.output).toContain(
      'There is no proof of what is owed: none was ever made, or all',
    )
  })

  test('J25: of a live firm is in order where one kept to the limit, and says from which amount it took two', async () => {
    const forgery = forge('later')
    forgery.manifest.mode = 'live'
    forgery.save()
    const { code, output } = await verifyPack(forgery.folder)
    expect([code, output]).toEqual([0, expect.stringContaining('In order: nothing was found.')])
    expect(output).toContain('It is of a live firm')
    expect(output).toMatch(
      / {2}up to 500\.00 USD for one person and 5000\.00 USD for all: 2 commands, from/,
    )
  })

  test('says who was given a role, what it is of, and what no root covers', async () => {
    const { output } = await verifyPack(packs.open)
    const { admin, other, promoted } = told.people
    expect(output).toContain(
      `  ${promoted} ${administrators}: agreed to by ${admin} and ${other} (`,
    )
    expect(output).toContain(`  ${admin} admin: as the account was opened`)
    expect(output).toContain('It is of a demonstration')
    expect(output).toContain('3 daily roots, 3 proofs of what is owed')
    expect(output).toMatch(/No root covers the end: 2 links in the chains of 1 owners came after/)
  })

  test('can’t make what is printed look like something else', async () => {
    const forgery = forge('whole')
    forgery.rows('closing')[0]!.kind = 'cash\u001b[2J\nIn order: nothing was found.\u202e'
    forgery.save()
    const { output } = await verifyPack(forgery.folder)
    expect(output).toContain(String.raw`cash\x1b[2J\nIn order: nothing was found.\u202e`)
    expect(output).not.toContain('\nIn order')
  })

  const careless: [what: string, tamper: (forgery: Forgery) => Place][] = [
    [
      'a flipped byte',
      ({ folder: at }) => {
        const path = join(at, 'postings.jsonl.gz')
        const bytes = readFileSync(path)
        bytes[bytes.length >> 1]! ^= 1
        writeFileSync(path, bytes)
        return { file: 'postings.jsonl.gz', names: ['its hash is not the one in the manifest'] }
      },
    ],
    [
      'a file that is cut off',
      ({ folder: at }) => {
        const path = join(at, 'links.jsonl.gz')
        writeFileSync(path, readFileSync(path).subarray(0, -200))
        return { file: 'links.jsonl.gz', names: ['can be read no further'] }
      },
    ],
    ...(
      [
        ['zeros behind what is packed', Buffer.alloc(1000)],
        ['something behind what is packed', Buffer.from('more')],
        ['something packed behind what is packed', gzipSync('{}\n')],
      ] as const
    ).map(([what, more]): (typeof careless)[number] => [
      what,
      (forgery) => {
        appendFileSync(join(forgery.folder, 'rates.jsonl.gz'), more)
        forgery.save()
        return { file: 'rates.jsonl.gz', names: ['something stands behind what is packed'] }
      },
    ]),
    [
      'a file that lies elsewhere',
      ({ folder: at }) => {
        const path = join(at, 'roots.jsonl.gz')
        renameSync(path, `${at}-roots`)
        symlinkSync(`${at}-roots`, path)
        return { file: 'roots.jsonl.gz', names: ['only a link to it'] }
      },
    ],
    [
      'a file that is gone',
      ({ folder: at }) => {
        rmSync(join(at, 'closing.jsonl.gz'))
        return { file: 'closing.jsonl.gz', names: ['missing'] }
      },
    ],
    [
      'a file that nobody named',
      ({ folder: at }) => {
        writeFileSync(join(at, 'more.txt'), 'more')
        return { file: 'more.txt', names: ['does not name it'] }
      },
    ],
    [
      'a file that the manifest names no more',
      (forgery) => {
        forgery.manifest.files = forgery.manifest.files.filter(
          ({ name }: Row) => name !== 'heads.jsonl.gz',
        )
        forgery.save()
        return { file: 'manifest.json', names: ['heads.jsonl.gz'] }
      },
    ],
  ]
  test.each(careless)('doesn’t hold after %s', async (_, tamper) => {
    const forgery = forge('whole')
    const place = tamper(forgery)
    const { code, output } = await verifyPack(forgery.folder)
    expect([code, isTold(output, place)], output).toEqual([1, true])
  })

  test('has no word of a person, unless it was asked for', () => {
    const texts = (path: string) =>
      ['commands', 'links', 'approvals', 'receipts', 'owners']
        .map((name) => gunzipSync(readFileSync(join(path, `${name}.jsonl.gz`))).toString())
        .join('')
    for (const word of [
      'Adam Admin',
      'Thanks',
      'DE 1',
      'We counted again',
      'of any kind',
      '@people.example',
    ])
      expect(texts(packs.open)).not.toContain(word)
    const words = gunzipSync(readFileSync(join(packs.open, 'words.jsonl.gz'))).toString()
    expect(words).toContain('We counted again')
    const persons = gunzipSync(readFileSync(join(packs.open, 'persons.jsonl.gz'))).toString()
    expect(persons).toContain('Adam Admin')
    expect(persons).not.toContain('Cay Leaving')
  })
})
