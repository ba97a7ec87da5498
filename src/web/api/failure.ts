/** Why a call failed: the data layer's own statuses, or the HTTP status with the problem that the server sent. */
import type { Problem } from '../../contract/problems.ts'

export type Failure = {
  status: number | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | 'CUSTOM_ERROR'
  data?: Partial<Problem> | undefined
  error?: string | undefined
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'status' in value
}

/** The server's message, else the error's text, else what the screen says by default. */
export function failureText(failure: unknown, otherwise: string): string {
  if (!isFailure(failure)) return otherwise
  return failure.data?.message || failure.error || otherwise
}

/** What is wrong with single fields, as the server sees it. */
export function fieldProblems(failure: unknown): Record<string, string> {
  return isFailure(failure) ? (failure.data?.fields ?? {}) : {}
}

/** Of a call that was refused as not signed in: why the session ended, where the server knows. */
export function whyEnded(failure: unknown): string | null {
  const data = isFailure(failure) ? failure.data : undefined
  return data?.ended === undefined ? null : (data.message ?? null)
}

export function statusOf(failure: unknown): string | number | undefined {
  return isFailure(failure) ? failure.status : undefined
}

/** There is no such one, or the address can't be any one's. */
export const isUnknown = (failure: unknown) => [400, 404].includes(Number(statusOf(failure)))

/** After too many tries, how long to wait: the server says it in seconds. */
export function waitSentence({ data }: Failure, retryAfter: string | null | undefined): string {
  const seconds = Number(retryAfter ?? '')
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3600)]
  const wait = !(seconds > 0)
    ? 'a moment'
    : seconds === 1
      ? 'a second'
      : seconds <= 90
        ? `${seconds} seconds`
        : minutes <= 90
          ? `${minutes} minutes`
          : `${hours} hours`
  return `${data?.title ?? 'Too many attempts'}. Please wait ${wait} and try again.`
}

type NoAnswer = Partial<Record<Failure['status'], string>>

/** Sentences for when there was no answer: what happened, that nothing was lost, what to do. */
export const noAnswerToQuestion: NoAnswer = {
  FETCH_ERROR:
    'The server could not be reached. Nothing was lost: check your connection and try again.',
  TIMEOUT_ERROR: 'The server took too long to answer. Nothing was lost: try again.',
  PARSING_ERROR: 'Something went wrong on our side. Nothing was changed. Please try again.',
}

/** The same for what changes something; a repetition carries the key of the first try. */
export const noAnswerToChange: NoAnswer = {
  FETCH_ERROR:
    'The server could not be reached. Check your connection and try again: it is booked at most once.',
  TIMEOUT_ERROR: 'The server took too long to answer. Try again: it is booked at most once.',
  PARSING_ERROR: 'Something went wrong on our side. Check your activity before you try again.',
}
