/**
 * `npm run proof:check -- FILE [--manifest FILE] [--hash HEX] [--account GH-…]`: whether an account's money is in the sum that
 * the firm says it owes, by the proof that its owner downloaded; or, of a file DAY.reserves.json, whether keys have signed for its
 * coins. Asks no server. Exits 1 where it isn't shown.
 */
import '../src/platform/node-version.ts'
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { comparedSentence, readKept } from '../src/lib/liabilities/chain.ts'
import { total } from '../src/lib/liabilities/format.ts'
import { checkProof, ProofFault, readProof, type Digest } from '../src/lib/liabilities/proof.ts'
import {
  claimNames,
  countedSentence,
  kindsOf,
  signedSentence,
} from '../src/lib/liabilities/words.ts'
import { formatUsd } from '../src/lib/money.ts'
import { ReserveFault } from '../src/lib/reserve-proof.ts'
import { readReserves } from '../src/lib/reserves.ts'
import { checkedReserves, isReserves } from './reserves-check.ts'

const digest: Digest = async (bytes) => hash('sha256', bytes, 'buffer')
const print = (line: string) => process.stdout.write(`${line}\n`)

type Asked = { file: string; kept: string | null; account: string | null }

const usage =
  'Say which file: npm run proof:check -- FILE [--manifest FILE] [--hash HEX] [--account GH-…]'

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ProofFault(`${file} can’t be read.`)
  }
}

/** Throws `ProofFault` for what can't be understood. */
function readAsked(args: string[]): Asked {
  try {
    const option = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { manifest: option, hash: option, account: option },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0 || (values.manifest && values.hash))
      throw new ProofFault(usage)
    const kept = values.manifest === undefined ? (values.hash ?? null) : read(values.manifest)
    return { file, kept, account: values.account ?? null }
  } catch (error) {
    throw error instanceof ProofFault ? error : new ProofFault(usage)
  }
}

/** With the manifest of its day that lies beside it, unless another one was given. */
function checkCoins(text: string, { file, kept }: Asked): void {
  const beside = join(dirname(file), `${readReserves(text).day}.json`)
  const found = kept === null && existsSync(beside) ? read(beside) : kept
  for (const line of checkedReserves(text, found)) print(line)
}

async function check(asked: Asked): Promise<void> {
  const text = read(asked.file)
  if (isReserves(text)) checkCoins(text, asked)
  else await checkOwn(text, asked)
}

async function checkOwn(text: string, { kept, account }: Asked): Promise<void> {
  const proof = readProof(text)
  const known = { account: account ?? proof.account, manifestHash: null }
  const checked = await checkProof(proof, known, digest)
  const compared = kept === null ? null : comparedSentence(await readKept(kept, digest), checked)
  const { amounts, manifest, manifestHash } = checked
  print(countedSentence(checked, manifest.day))
  for (const { claim, cents } of kindsOf(amounts))
    print(`  ${claimNames[claim]}: ${formatUsd(cents)}`)
  print(`  Total: ${formatUsd(total(amounts))}`)
  print(`Balances as of ${manifest.at}, of account ${proof.account}.`)
  if (account === null) print('Make sure that this account is yours: --account GH-…')
  print(`Hash of the manifest: ${manifestHash}`)
  print(
    compared ??
      'Compared with nothing that you kept: --manifest FILE or --hash HEX does, of the same day.',
  )
  print(signedSentence(checked))
  if (manifest.sample) print('It is of a demonstration: play money.')
  print('What a proof can’t show, such as that the money is there, stands at /proof of the site.')
}

try {
  await check(readAsked(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ProofFault || error instanceof ReserveFault)) throw error
  process.stderr.write(`Not shown. ${error.message}\n`)
  process.exitCode = 1
}
