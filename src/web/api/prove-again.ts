/**
 * Confirming the person's identity again: one question at a time, for however many calls wait for its answer.
 * A page shows it (account/reauthentication/prove-again.tsx); where none does, nobody is asked.
 */
import { useSyncExternalStore } from 'react'

type Question = { answered: Promise<boolean>; answer(proved: boolean): void }

let question: Question | null = null
const watching = new Set<() => void>()

function change(to: Question | null): void {
  question = to
  for (const tell of watching) tell()
}

/** Resolves with whether they have proved it. Joins the question that is open. */
export function proveAgain(): Promise<boolean> {
  if (watching.size === 0) return Promise.resolve(false)
  if (!question) {
    const { promise: answered, resolve } = Promise.withResolvers<boolean>()
    change({ answered, answer: resolve })
  }
  return question!.answered
}

export function answerQuestion(proved: boolean): void {
  const answered = question
  change(null)
  answered?.answer(proved)
}

function watch(tell: () => void): () => void {
  watching.add(tell)
  return () => watching.delete(tell)
}

/** Whether a question waits for its answer. */
export function useQuestionOpen(): boolean {
  return useSyncExternalStore(
    watch,
    () => question !== null,
    () => false,
  )
}

/** What had the focus when a call began: a button that is disabled while it waits loses it. */
export function focusedNow(): HTMLElement | null {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null
}

/** Gives the focus back once the form can be used again, unless something else has taken it. */
export function giveFocusBack(to: HTMLElement | null): void {
  // Two frames: by then the form has been drawn with the outcome.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const now = focusedNow()
      if (now === null || now === document.body || now.closest('[data-prove-again]')) to?.focus()
    }),
  )
}
