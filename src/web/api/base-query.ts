/** Every call of the app: cookies along, a key for what books money, a time limit, and the way out when the session has ended. */
import { fetchBaseQuery, type BaseQueryFn, type FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { noAnswerToChange, noAnswerToQuestion, type Failure } from './failure.ts'
import { makeIntents } from './intents.ts'
import { fetchArgsOf, fingerprint, type Call } from './request.ts'
import { signedOut } from './session.ts'

const timeoutMs = 30_000
const send = fetchBaseQuery({ baseUrl: '', credentials: 'same-origin', timeout: timeoutMs })
const intents = makeIntents(() => Date.now(), newKey)

/** Not `randomUUID`: that is missing where a demonstration is opened over plain http from another machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const baseQuery: BaseQueryFn<Call, unknown, Failure, object, FetchBaseQueryMeta> = async (call, api, extra) => {
  const intent = fingerprint(call)
  const key = call.endpoint.keyed ? intents.keyOf(intent) : null
  const { data, error, meta } = await send(fetchArgsOf(call, key), api, extra)
  // An answer that can't be read tells nothing, whatever its status says: the same key goes along again.
  if (key !== null) intents.settle(intent, error?.status === 'PARSING_ERROR' ? null : (meta?.response?.status ?? null))
  if (error === undefined) return { data, ...(meta ? { meta } : {}) }

  const failure = withSentence(error as Failure, call)
  if (sessionHasEnded(failure, call)) api.dispatch(signedOut({ left: false }))
  return { error: failure, ...(meta ? { meta } : {}) }
}

function withSentence(failure: Failure, { endpoint }: Call): Failure {
  const sentence = (endpoint.method === 'GET' ? noAnswerToQuestion : noAnswerToChange)[failure.status]
  return sentence ? { status: failure.status, error: sentence } : failure
}

/** A wrong password or code is a 401 as well, and ends no session. */
function sessionHasEnded({ status, data }: Failure, { endpoint }: Call): boolean {
  return status === 401 && endpoint.access !== 'public' && (data?.code === undefined || data.code === 'not_signed_in')
}
