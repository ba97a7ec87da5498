/** The check as a single file, which a build puts into `check.html`: it knows no server, and asks no network. */
import { comparedSentence, readKept } from '../../../../lib/liabilities/chain.ts'
import { total } from '../../../../lib/liabilities/format.ts'
import {
  checkProof,
  ProofFault,
  readProof,
  type Checked,
  type Climb,
  type Proof,
} from '../../../../lib/liabilities/proof.ts'
import {
  claimNames,
  countedSentence,
  kindsOf,
  notShown,
  signedSentence,
} from '../../../../lib/liabilities/words.ts'
import { formatUsd } from '../../../../lib/money.ts'
import { showDateTime, showDay } from '../../../ui/dates.ts'
import { digest } from '../../../ui/digest.ts'

type Child = Node | string

function make(tag: string, children: readonly Child[], className = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

const field = (id: string) => document.getElementById(id) as HTMLInputElement
const rowsOf = (rows: readonly [string, Child][]) =>
  rows.flatMap(([name, value]) => [make('dt', [name]), make('dd', [value])])

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** From a leaf up, node by node. */
function wayOf({ part, index, nodes }: Climb, leaves: number): HTMLElement {
  const steps = nodes.map((node, level) =>
    make('li', [
      `${level === 0 ? 'The leaf' : `Level ${level}`}: ${formatUsd(total(node.amounts))}`,
      make('code', [hex(node.hash)]),
    ]),
  )
  const title = `Part ${part}: ${formatUsd(total(nodes[0]!.amounts))}, leaf ${index + 1} of ${leaves}`
  return make('details', [make('summary', [title]), make('ol', steps)])
}

function factsOf(proof: Proof, checked: Checked, compared: string): HTMLElement {
  const { amounts, manifest, manifestHash } = checked
  const kinds = kindsOf(amounts).map(({ claim, cents }): [string, Child] => [
    claimNames[claim],
    formatUsd(cents),
  ])
  return make(
    'dl',
    rowsOf([
      ['Account', proof.account],
      ...kinds,
      ['Total', formatUsd(total(amounts))],
      ['Balances as of', showDateTime(manifest.at)],
      ['Hash of the manifest', make('code', [manifestHash])],
      ['Compared', compared],
      ['Signature', signedSentence(checked)],
    ]),
  )
}

async function comparedWithKept(checked: Checked): Promise<string> {
  const [file] = field('kept').files ?? []
  const text = file ? await file.text() : field('hash').value
  if (text.trim() === '')
    return 'With no manifest that you kept. Compare the hash above with one that you or somebody else kept.'
  return comparedSentence(await readKept(text, digest), checked)
}

async function resultOf(text: string): Promise<HTMLElement[]> {
  try {
    const proof = readProof(text)
    const typed = field('account').value.trim().toUpperCase()
    const account = typed || proof.account
    const checked = await checkProof(proof, { account, manifestHash: null }, digest)
    const compared = await comparedWithKept(checked)
    const whose = typed
      ? ''
      : ` This holds for account ${proof.account}: make sure that it is yours.`
    const sentence = countedSentence(checked, showDay(checked.manifest.day)) + whose
    return [
      make('p', [sentence], 'said good'),
      factsOf(proof, checked, compared),
      make('h2', ['Step by step']),
      ...checked.climbs.map((climb) => wayOf(climb, checked.manifest.leaves)),
    ]
  } catch (error) {
    // Whatever else goes wrong in it, it shows nothing either.
    const why = error instanceof ProofFault ? error.message : 'The proof can’t be read.'
    return [
      make(
        'p',
        [`Not shown. ${why} Keep the file, and ask the firm, or an auditor who has it too.`],
        'said bad',
      ),
    ]
  }
}

let text: string | null = null
let asked = 0

async function check(): Promise<void> {
  if (text === null) return
  const mine = ++asked
  const result = await resultOf(text)
  // Something else was chosen meanwhile.
  if (mine === asked) document.getElementById('result')!.replaceChildren(...result)
}

async function choose(files: FileList | null | undefined): Promise<void> {
  const [file] = files ?? []
  if (!file) return
  text = await file.text()
  await check()
}

function start(): void {
  const drop = document.getElementById('drop')!
  field('proof').addEventListener('change', () => void choose(field('proof').files))
  drop.addEventListener('dragover', (event) => event.preventDefault())
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    void choose(event.dataTransfer?.files)
  })
  for (const id of ['account', 'kept', 'hash'])
    field(id).addEventListener(id === 'kept' ? 'change' : 'input', () => void check())
  document.getElementById('form')!.addEventListener('submit', (event) => event.preventDefault())
  document
    .getElementById('limits')!
    .replaceChildren(...rowsOf(notShown.map(({ title, text }) => [title, text])))
}

start()
