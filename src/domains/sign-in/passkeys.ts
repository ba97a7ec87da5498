/** Passkeys (WebAuthn level 3). The user is always verified, by finger, face or PIN: one passkey counts as both factors. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Pool, PoolClient } from 'pg'
import type { MacKeys } from '../../platform/mac.ts'
import { ProblemError } from '../../contract/problems.ts'
import { isPasskeyRow, passkeyMac } from './row-macs.ts'

/** The site that passkeys belong to: its name, and the address people open. */
export type PasskeySite = { name: string; origin: string }

/** Loaded when a passkey is first used: it is a large library, and a start should not wait for it. */
const webAuthn = () => import('@simplewebauthn/server')

type Options = Record<string, unknown> & { challenge: string }

const rpIdOf = ({ origin }: PasskeySite) => new URL(origin).hostname
const timeout = 5 * 60_000

/** For the person's own passkeys, or, without a person, for any that the browser finds for this site. */
export async function askForPasskey(
  pool: Pool,
  site: PasskeySite,
  person: string | null,
): Promise<Options> {
  const { rows } = await pool.query<{ id: string; transports: string[] }>(
    'select id, transports from auth.passkeys where person_id = $1',
    [person],
  )
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(site),
    timeout,
    userVerification: 'required',
    ...(person === null ? {} : { allowCredentials: rows }),
  })
  return { ...options }
}

export async function askForNewPasskey(
  pool: Pool,
  site: PasskeySite,
  person: { id: string; email: string; fullName: string },
): Promise<Options> {
  const { rows } = await pool.query<{ id: string; transports: string[] }>(
    'select id, transports from auth.passkeys where person_id = $1',
    [person.id],
  )
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: rpIdOf(site),
    userName: person.email,
    userDisplayName: person.fullName,
    userID: Uint8Array.from(Buffer.from(person.id)),
    timeout,
    attestationType: 'none',
    excludeCredentials: rows,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** The library throws for whatever isn't as it must be, and reads texts of strangers: all of it is "not accepted". */
async function orNotAccepted<T>(verifying: () => Promise<T>): Promise<T> {
  return verifying().catch((error: unknown) => {
    throw Object.assign(new ProblemError('wrong_passkey'), { cause: error })
  })
}

/** Adds what the browser has made. Throws `wrong_passkey`. */
export async function addPasskey(
  { client, site, macKeys }: { client: PoolClient; site: PasskeySite; macKeys: MacKeys },
  person: string,
  name: string,
  nonce: string,
  answer: unknown,
): Promise<void> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { verified, registrationInfo } = await orNotAccepted(() =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: nonce,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new ProblemError('wrong_passkey')
  const { id, publicKey, counter, transports } = registrationInfo.credential
  const { rowCount } = await client.query(
    `insert into auth.passkeys (id, person_id, public_key, counter, transports, name, mac) values ($1, $2, $3, $4, $5, $6, decode($7, 'hex')) on conflict do nothing`,
    [
      id,
      person,
      Buffer.from(publicKey),
      counter,
      transports ?? [],
      name,
      passkeyMac(macKeys, { id, person, publicKey }),
    ],
  )
  if (rowCount !== 1) throw new ProblemError('wrong_passkey')
}

type Kept = {
  person: string
  publicKey: Buffer
  counter: bigint
  transports: string[]
  mac: string | null
}

/** Whose passkey has signed this nonce. Throws `wrong_passkey`, also when the row isn't ours, and when its counter fell back: then there is a copy of it. */
export async function takePasskey(
  { pool, site, macKeys }: { pool: Pool; site: PasskeySite; macKeys: MacKeys },
  nonce: string,
  answer: { id: string },
): Promise<string> {
  const { rows } = await pool.query<Kept>(
    `select person_id as person, public_key as "publicKey", counter, transports, encode(mac, 'hex') as mac from auth.passkeys where id = $1`,
    [answer.id],
  )
  const kept = rows[0]
  if (!kept || !isPasskeyRow(macKeys, { id: answer.id, ...kept }))
    throw new ProblemError('wrong_passkey')
  const credential = {
    id: answer.id,
    publicKey: Uint8Array.from(kept.publicKey),
    counter: Number(kept.counter),
    transports: kept.transports,
  }
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await orNotAccepted(() =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: nonce,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      credential,
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new ProblemError('wrong_passkey')
  // Passkeys that are kept in sync don't count: theirs stays 0.
  const { rowCount } = await pool.query(
    'update auth.passkeys set counter = $2, used_at = clock_timestamp() where id = $1 and (counter < $2 or ($2 = 0 and counter = 0))',
    [answer.id, authenticationInfo.newCounter],
  )
  if (rowCount !== 1) throw new ProblemError('wrong_passkey')
  return kept.person
}

/** Throws unless this passkey is still this person's. */
export async function isStillTheirs(
  client: PoolClient,
  person: string,
  passkey: string,
): Promise<void> {
  const { rowCount } = await client.query(
    'select from auth.passkeys where person_id = $1 and id = $2',
    [person, passkey],
  )
  if (rowCount !== 1) throw new ProblemError('wrong_passkey')
}
