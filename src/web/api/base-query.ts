/**
 * Every call of the app: cookies along, a key for what books money, a time limit, proving again who one is where that is
 * asked for, and the way out when the session has ended.
 */
import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { fetchOrTake } from '../ui/asked-early.ts'
import { unattended } from '../../contract/endpoint.ts'
import { logOut, reauthenticate, verifyEmail } from '../../contract/session.ts'
import { getMe } from '../../contract/user.ts'
import { noAnswerCame, serverAnswered } from './connection.ts'
import {
  noAnswerToChange,
  noAnswerToQuestion,
  waitSentence,
  whyEnded,
  type Failure,
} from './failure.ts'
import { makeIntents } from './intents.ts'
import { focusedNow, giveFocusBack, proveAgain } from './prove-again.ts'
import { fetchArgsOf, fingerprint, type Call } from './request.ts'
import { underSessionLock } from './session-lock.ts'
import { signedOut } from './session.ts'
import { noteVersion } from './shown-versions.ts'
import { isUnattended } from './unattended.ts'

const timeoutMs = 30_000
const send = fetchBaseQuery({
  baseUrl: '',
  credentials: 'same-origin',
  timeout: timeoutMs,
  fetchFn: (request) => fetchOrTake(request as Request),
  prepareHeaders(headers) {
    if (isUnattended()) headers.set(unattended, '1')
  },
})
const intents = makeIntents(() => Date.now(), newKey)

type Sent = Awaited<ReturnType<typeof send>>
/** A call as it is sent, and again with the same key when it is repeated. */
type Sending = { call: Call; key: string | null; api: BaseQueryApi; extra: object }

/** Not `randomUUID`: that is missing where a demonstration is opened over plain http from another machine. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

export const baseQuery: BaseQueryFn<Call, unknown, Failure, object, FetchBaseQueryMeta> = async (
  call,
  api,
  extra,
) => {
  const intent = fingerprint(call)
  const key = call.endpoint.keyed ? intents.keyOf(intent) : null
  const { data, error, meta } = await (
    call.endpoint.reauthentication ? sendReauthenticated : sendSignedIn
  )({
    call,
    key,
    api,
    extra,
  })
  noteVersion(api.queryCacheKey, meta?.response)
  // An answer that can't be read tells nothing, whatever its status says: the same key goes along again.
  if (key !== null)
    intents.settle(
      intent,
      error?.status === 'PARSING_ERROR' ? null : (meta?.response?.status ?? null),
    )
  if (error === undefined) return { data, ...(meta ? { meta } : {}) }

  const failure = withSentence(error as Failure, call, meta?.response)
  if (isNotSignedIn(failure, call)) api.dispatch(signedOut({ left: false, why: whyEnded(failure) }))
  return { error: failure, ...(meta ? { meta } : {}) }
}

/** Refused because the sign-in is too old: asks the person, and sends it again. Who cancels gets the refusal. */
async function sendReauthenticated(sending: Sending): Promise<Sent> {
  const pressed = focusedNow()
  const first = await sendSignedIn(sending)
  const failure = first.error as Failure | undefined
  if (failure?.data?.code !== 'fresh_sign_in_needed' || asksItself(sending.call, failure))
    return first
  const last = (await proveAgain()) ? await sendSignedIn(sending) : first
  giveFocusBack(pressed)
  return last
}

/** A form that takes the password along shows its field itself; who has a second factor is asked for that. */
function asksItself({ endpoint }: Call, { data }: Failure): boolean {
  return endpoint.reauthentication === 'own-password' && data?.fields?.code === undefined
}

/** Refused as not signed in, while the session goes on under a new token: sends it again. */
async function sendSignedIn(sending: Sending): Promise<Sent> {
  const first = await sendOnce(sending)
  if (!isNotSignedIn(first.error as Failure | undefined, sending.call)) return first
  return (await sessionGoesOn(sending)) ? sendOnce(sending) : first
}

async function sendOnce({ call, key, api, extra }: Sending): Promise<Sent> {
  const once = async () => send(fetchArgsOf(call, key), api, extra)
  const changesToken = [reauthenticate, verifyEmail, logOut].some((one) => one === call.endpoint)
  const sent = await (changesToken ? underSessionLock('exclusive', once) : once())
  if (sent.meta?.response) serverAnswered()
  else if (!api.signal.aborted) noAnswerCame()
  return sent
}

let asking: Promise<boolean> | null = null

/** One question for all that were refused meanwhile. It outlives the call that asks it first. */
function sessionGoesOn({ api, extra }: Sending): Promise<boolean> {
  const ask = async () => {
    const { meta } = await send(
      fetchArgsOf({ endpoint: getMe }, null),
      { ...api, signal: new AbortController().signal },
      extra,
    )
    return meta?.response?.status === 200
  }
  asking ??= underSessionLock('shared', ask).finally(() => (asking = null))
  return asking
}

function withSentence(failure: Failure, { endpoint }: Call, response?: Response): Failure {
  // What is shut until others stop says what to do instead of waiting.
  if (failure.status === 429 && failure.data?.code !== 'too_many_failures')
    return {
      ...failure,
      data: {
        ...failure.data,
        message: waitSentence(failure, response?.headers.get('retry-after')),
      },
    }
  // Nothing is booked by signing in, or by asking for a link.
  const books = endpoint.method !== 'GET' && endpoint.access !== 'public'
  const sentence = (books ? noAnswerToChange : noAnswerToQuestion)[failure.status]
  return sentence ? { status: failure.status, error: sentence } : failure
}

/** A wrong password or code is a 401 as well, and ends no session. */
function isNotSignedIn(failure: Failure | undefined, { endpoint }: Call): boolean {
  return (
    failure?.status === 401 &&
    endpoint.access !== 'public' &&
    (failure.data?.code === undefined || failure.data.code === 'not_signed_in')
  )
}
