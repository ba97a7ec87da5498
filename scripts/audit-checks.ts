/** What the audits say of a database, line by line; each answers whether it found nothing. */
import type { Pool } from 'pg'
import { auditChains } from '../src/desk/audit-chains.ts'
import { auditProofs } from '../src/domains/proofs/audit.ts'
import { auditState } from '../src/domains/audit-state.ts'
import { auditBooks } from '../src/ledger/store/audit.ts'
import type { Config } from '../src/platform/config.ts'
import { macKeysOf, type MacKeys } from '../src/platform/mac.ts'
import { findSecret } from '../src/platform/secret.ts'
import { say } from './script.ts'

/** An auditor who may only read has no secret: then everything is checked but the MACs. */
export async function readMacKeys(config: Config): Promise<MacKeys | null> {
  const secret = await findSecret(config)
  if (secret !== null) return macKeysOf(secret, config.earlierSecrets)
  say('Without GLASSHOUSE_SECRET the MACs of commands are not checked.')
  return null
}

export async function checkBooks(pool: Pool): Promise<boolean> {
  const { faults, checked } = await auditBooks(pool)
  for (const fault of faults) say(fault)
  const looked = `${checked.checks} checks over ${checked.accounts} accounts, ${checked.postings} postings and ${checked.commands} commands`
  say(
    faults.length === 0
      ? `The books are in order: ${looked}.`
      : `The books are NOT in order: ${faults.length} of ${looked}.`,
  )
  return faults.length === 0
}

/** Of many broken chains the first say enough. */
const shown = 100

/** Of what is published each day. */
async function checkProofs(pool: Pool): Promise<boolean> {
  const { faults, proofs, made, reserves, last } = await auditProofs(pool)
  for (const fault of faults.slice(0, shown)) say(`Broken: ${fault}`)
  const coins = reserves > 0 ? `, and ${reserves} proofs of coins` : ''
  const looked = `${proofs} proofs of what is owed, ${made} of them made again from their leaves${coins}`
  say(
    faults.length === 0
      ? `The proofs are whole: ${looked}.`
      : `The proofs are BROKEN in ${faults.length} places: ${looked}.`,
  )
  if (last) say(`The last manifest, of ${last.day}, has the SHA-256 ${last.hash}: compare it, too.`)
  return faults.length === 0
}

export async function checkChains(pool: Pool, macKeys: MacKeys | null): Promise<boolean> {
  const { faults, rows, unlisted, unproven, owners, roots, last } = await auditChains(pool, macKeys)
  for (const fault of faults.slice(0, shown)) say(`Broken: ${fault}`)
  const looked = `${rows} rows and ${unlisted} unlisted commands in the chains of ${owners} owners, and ${roots} daily roots`
  say(
    faults.length === 0
      ? `The chains are whole: ${looked}.`
      : `The chains are BROKEN in ${faults.length} places: ${looked}.`,
  )
  if (unproven > 0n)
    say(`${unproven} links have the MAC of a secret that was lost: it tells nothing.`)
  if (last)
    say(`The last root, of ${last.day}, is ${last.root}: compare it with what was kept elsewhere.`)
  const areProven = await checkProofs(pool)
  return faults.length === 0 && areProven
}

export async function checkState(pool: Pool, macKeys: MacKeys | null): Promise<boolean> {
  const { differences, commands, rows } = await auditState(pool, macKeys)
  for (const difference of differences) say(`Different: ${difference}`)
  const looked = `${commands} commands decided again, and ${rows} rows`
  say(
    differences.length === 0
      ? `The state is what the journal says: ${looked}.`
      : `The state is NOT what the journal says: ${looked}.`,
  )
  return differences.length === 0
}
