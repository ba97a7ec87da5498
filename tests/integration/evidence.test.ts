/** The evidence pack: whole while nobody tampers, and each tampering is caught and located by a program that isn't ours. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeEvidence } from '../../src/domains/evidence/make.ts'
import { readTrialBalance } from '../../src/ledger/store/trial-balance.ts'
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
import { projectFolder } from '../support/server.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const folder = newFolder()
const packs = {
  /** From the first command to the third root. */
  whole: join(folder, 'whole'),
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
      ['payouts', 'amount', '1'],
      ['payouts', 'reference', 'another'],
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
      const text = gunzipSync(readFileSync(join(forgery.folder, 'commands.jsonl.gz'))).toString()
      forgery.setText('commands.jsonl.gz', text.replace('\n{"n":3,', '\n{"n":3,,'))
      return { file: 'commands.jsonl.gz', line: 3, names: ['JSON'] }
    },
  ],
]

/** All chains and roots are made anew too: what is left is what the commands themselves say. */
const withChains: Tampering[] = [
  [
    'an approval by whoever proposed it',
    'whole',
    (forgery) => {
      const { command, at } = ofKind(forgery, 'ApproveBankEntry')
      command.actor = told.people.admin
      at('approvals').approver = told.people.admin
      return { file: 'commands.jsonl.gz', line: command.n, names: ['needs two', command.id] }
    },
  ],
  [
    'a proposer who never proposed it',
    'whole',
    (forgery) => {
      const { command } = ofKind(forgery, 'ApproveCorrection')
      setInput(command, { proposedBy: told.people.gone })
      return { file: 'commands.jsonl.gz', line: command.n, names: ['says that', command.id] }
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
      const { command } = ofKind(forgery, 'ApproveBankEntry')
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
      const { command, posting } = ofKind(forgery, 'ApproveBankEntry')
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

describe.skipIf(noPython)(`a pack${noPython ? ` (${noPython})` : ''}`, () => {
  test.each(['whole', 'later', 'open'] as const)(
    'that nobody touched is in order: %s',
    async (which) => {
      const { code, output } = await verifyPack(packs[which])
      expect(output).toContain('In order: nothing was found.')
      expect(code).toBe(0)
    },
  )

  test.each(tamperings)('doesn’t hold, and says where, after %s', async (_, which, tamper) => {
    const forgery = forge(which)
    const places = [tamper(forgery)].flat()
    forgery.save()
    const { code, output } = await verifyPack(forgery.folder)
    expect(code).toBe(1)
    for (const place of places)
      expect(isTold(output, place), `${JSON.stringify(place)}\n${output}`).toBe(true)
    expect(output).not.toContain('its hash is not the one in the manifest')
  })

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

const missing = (program: string) =>
  spawnSync(program, ['--version']).status === 0 ? '' : `${program} is not installed`

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
  const checking = (program: string) => describe.skipIf(missing(program))
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { encoding: 'utf8', cwd: packs.open })

  checking('bean-check')(`bean-check ${missing('bean-check')}`, () => {
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

  checking('hledger')(`hledger ${missing('hledger')}`, () => {
    test('says the same balances as the house', async () => {
      const args = ['-f', 'books.journal', 'balance', '--flat', '--no-total', '-O', 'csv']
      expect(sumsOf(run('hledger', ...args).stdout)).toEqual(await expected())
    })
  })

  checking('ledger')(`ledger ${missing('ledger')}`, () => {
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
        { cwd: projectFolder, env: { PATH: process.env.PATH, DATABASE_URL: database.url } },
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
