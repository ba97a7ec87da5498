/** Signing up and in: the order of the checks, the second factor, and the owner that belongs to a person. */
import type { Pool, PoolClient } from 'pg'
import type { FactorMethod } from '../../contract/session.ts'
import { ProblemError, problems, type ProblemCode } from '../../contract/problems.ts'
import type { Log } from '../../platform/log.ts'
import { inTransaction } from '../../platform/database.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { addPerson, isTaken } from '../sign-in/add-person.ts'
import type { Challenges } from '../sign-in/challenges.ts'
import { credentialOf } from '../sign-in/credential.ts'
import { ensureOwner } from '../users/ensure-owner.ts'
import { giveInvitedRoles } from '../role-changes/invited.ts'
import { redeemInvitation } from '../staff-invitations/redeem.ts'
import type { Answer, Guesses } from '../sign-in/guesses.ts'
import { markBrowser } from '../sign-in/known-browsers.ts'
import type { Limits } from '../sign-in/limits.ts'
import { askForLink, findLink } from '../sign-in/links.ts'
import { beginSession, type Caller } from '../sign-in/open-sessions.ts'
import { askForPasskey, isStillTheirs, takePasskey, type PasskeySite } from '../sign-in/passkeys.ts'
import { askedByLink } from '../sign-in/mailed-acts.ts'
import { partsOf, type SignInContext } from '../sign-in/parts.ts'
import { checkNewPassword, isStillAll } from '../sign-in/passwords.ts'
import { ownerByReferralCode } from '../people/queries.ts'
import { methodsOf, readFactors } from '../sign-in/second-factor.ts'

/** `marks` are those of the browser, the person's own among them. */
export type SignedIn = { owner: string; credential: string; marks: string[] }
/** The password was right, and a second factor has to follow. */
export type HalfSignedIn = {
  challenge: string
  methods: FactorMethod[]
  passkeyOptions: Record<string, unknown> | null
}

type Parts = {
  pool: Pool
  desk: HouseDesk
  policy: Policy
  secret: string
  macKeys: MacKeys
  site: PasskeySite
  limits: Limits
  challenges: Challenges
  guesses: Guesses
  log: Log
}
type NewPerson = {
  fullName: string
  email: string
  password: string
  referralCode?: string | null | undefined
  acceptedEditions?: readonly ShownToAccept[] | undefined
}

type ShownToAccept = { id: string; digest: string }

type Begin = ReturnType<typeof createBegin>

function unknownReferralCode(): ProblemError {
  const message = 'This referral code is unknown. Check it or leave it empty.'
  return new ProblemError({
    code: 'unknown_referral_code',
    message,
    fields: { referralCode: message },
  })
}

/** How a session begins, whatever was given for it. */
function createBegin(parts: Parts) {
  const { pool, secret, log } = parts

  /**
   * `proof` throws unless what was given still lets this person in. It is asked under the lock of whatever changes that, and
   * ends sessions: a sign-in that was under way meanwhile begins none after it.
   */
  return async function begin(
    person: string,
    caller: Caller,
    proof: (client: PoolClient) => Promise<void>,
  ): Promise<SignedIn> {
    await ensureOwner(parts, person, caller.requestId)
    const { token, marks } = await inTransaction(pool, async (client) => {
      // Shared: sign-ins of one person don't wait for each other.
      await client.query('select from auth.persons where id = $1 for share', [person])
      await proof(client)
      return {
        token: await beginSession(client, parts, person, caller),
        marks: await markBrowser(client, person, caller.marks),
      }
    })
    log.info(
      { event: 'signed-in', person, address: caller.address, requestId: caller.requestId },
      'security',
    )
    return { owner: person, credential: credentialOf(secret, token), marks }
  }
}

async function askForSecondFactor(
  { pool, site, challenges }: Parts,
  person: string,
): Promise<HalfSignedIn> {
  const methods = methodsOf(await readFactors(pool, person))
  const passkeyOptions = methods.includes('passkey')
    ? await askForPasskey(pool, site, person)
    : null
  return {
    challenge: await challenges.begin('second-factor', person, passkeyOptions?.challenge ?? null),
    methods,
    passkeyOptions,
  }
}

function passkeySignIn(parts: Parts, begin: Begin) {
  const { pool, site, limits, challenges } = parts
  return {
    async beginPasskey(address: string) {
      await limits.countCeremony(address)
      const options = await askForPasskey(pool, site, null)
      return {
        challenge: await challenges.begin('passkey-sign-in', null, options.challenge),
        options,
      }
    },

    async logInByPasskey(
      signed: string,
      passkey: { id: string },
      caller: Caller,
    ): Promise<SignedIn> {
      await limits.countSignIn(caller.address)
      const challenge = await challenges.try('passkey-sign-in', signed)
      const person = await takePasskey(parts, challenge.nonce!, passkey)
      await giveInvitedRoles(parts, person)
      const signedIn = await begin(person, caller, async (client) => {
        await challenges.end(challenge, client)
        await isStillTheirs(client, person, passkey.id)
      })
      await limits.forgetSignIn(caller.address)
      return signedIn
    },
  }
}

/** What stood beside the button is accepted by pressing it. Whatever can't be recorded is asked for in the app: nobody is kept out by it. */
async function acceptShown(
  { desk, log }: Parts,
  owner: string,
  shown: readonly ShownToAccept[],
  { requestId }: Caller,
): Promise<void> {
  for (const { id: edition, digest } of shown)
    try {
      const command = { owner, edition, digest }
      const about = { actor: owner, key: null, bodyHash: '', requestId }
      await desk.run({ kind: 'AcceptEdition', command, ...about })
    } catch (error) {
      log.error({ err: error, owner, edition, requestId }, 'edition-not-accepted')
    }
}

const invitedSignIn = (parts: Parts, begin: Begin) => ({
  /** By the link of an invitation to work here. Throws as using it does. */
  async openByInvitation(
    signed: string,
    given: { fullName: string; password: string },
    caller: Caller,
  ): Promise<SignedIn> {
    const person = await redeemInvitation(parts, signed, given, caller.address)
    const signedIn = await begin(person, caller, async () => {})
    await giveInvitedRoles(parts, person)
    return signedIn
  },
})

function createSignIn(parts: Parts) {
  const { pool, desk, policy, site, limits, challenges, guesses } = parts
  const begin = createBegin(parts)

  return {
    async signUp(given: NewPerson, caller: Caller): Promise<SignedIn> {
      const person = { ...given, referralCode: given.referralCode?.toUpperCase() || undefined }
      await limits.countSignUp(caller.address)
      checkNewPassword(person.password, policy, { firm: site.name, ...person })
      if (person.referralCode && (await ownerByReferralCode(pool, person.referralCode)) === null)
        throw unknownReferralCode()
      // Before the hash; two at once are told apart by the database.
      const id = (await isTaken(pool, person.email)) ? null : await addPerson(parts, person)
      if (id === null)
        throw new ProblemError({ code: 'email_taken', fields: { email: problems.email_taken[2] } })
      await askForLink(pool, 'verify-email', person.email)
      const signedIn = await begin(id, caller, async () => {})
      await acceptShown(parts, id, given.acceptedEditions ?? [], caller)
      return signedIn
    },

    /**
     * By the link that was mailed to the address and the password: neither alone tells that who opened the account reads its
     * mails. Whoever doesn't know it chooses a new one, which verifies too. Throws `link_ended`, or as a wrong password does.
     */
    async verifyEmail(signed: string, password: string, caller: Caller): Promise<SignedIn> {
      const { id: link, person, email } = await findLink(parts, 'verify-email', signed)
      const { hash } = await guesses.checkPassword(email, password, caller)
      await ensureOwner(parts, person, caller.requestId)
      const { outcome } = await desk.run({
        ...askedByLink('verify-email', { id: link, owner: person, requestId: caller.requestId }),
        kind: 'VerifyEmail',
        command: { owner: person, email },
      })
      if (outcome !== 'done') throw new ProblemError(outcome as ProblemCode)
      return begin(person, caller, (client) => isStillAll(client, { id: person, email, hash }))
    },

    async logIn(email: string, password: string, caller: Caller): Promise<SignedIn | HalfSignedIn> {
      const { id, hash, hasSecondFactor } = await guesses.checkPassword(email, password, caller)
      // Another role ends whatever sign-in has begun: so before this one does.
      await giveInvitedRoles(parts, id)
      return hasSecondFactor
        ? askForSecondFactor(parts, id)
        : begin(id, caller, (client) => isStillAll(client, { id, email, hash }))
    },

    async giveSecondFactor(signed: string, answer: Answer, caller: Caller): Promise<SignedIn> {
      const challenge = await challenges.try('second-factor', signed)
      const person = challenge.person!
      await guesses.checkSecondFactor(person, challenge, answer, caller)
      return begin(person, caller, (client) => challenges.end(challenge, client))
    },

    ...passkeySignIn(parts, begin),
    ...invitedSignIn(parts, begin),
  }
}

export const signInOf = (context: SignInContext) => createSignIn(partsOf(context))
