/** What is typed and not saved: nothing drops it unasked, neither a link, nor the way back, nor closing the window. */
import { useEffect, useMemo, useSyncExternalStore } from 'react'

/** What would drop it, and what follows when the person stays. */
type Leaving = { leave(): void; stay?: () => void }

/** What is asked before it is dropped. */
export type UnsavedWords = { title: string; text: string }
const typed: UnsavedWords = {
  title: 'What you have typed here is not saved yet',
  text: 'If you leave now, it is lost. Nothing of it has been sent.',
}

/** What on the page holds something unsaved. */
const unsaved = new Map<object, UnsavedWords>()
let asked: Leaving | null = null
const watching = new Set<() => void>()

function tell(): void {
  for (const one of watching) one()
}
function watch(one: () => void): () => void {
  watching.add(one)
  return () => watching.delete(one)
}
function ask(leaving: Leaving | null): void {
  asked = leaving
  tell()
}

export const isAnythingUnsaved = () => unsaved.size > 0
export const useIsAnythingUnsaved = () =>
  useSyncExternalStore(watch, isAnythingUnsaved, () => false)

const wordsNow = () => unsaved.values().next().value ?? typed
export const useUnsavedWords = () => useSyncExternalStore(watch, wordsNow, () => typed)

/** What is being asked about; null where nothing is. */
export const useLeaving = () =>
  useSyncExternalStore(
    watch,
    () => asked,
    () => null,
  )

/** Asks; answers how the question is taken back. */
export function askToLeave(leaving: Leaving): () => void {
  ask(leaving)
  return () => asked === leaving && ask(null)
}

export function answerLeaving(leaves: boolean): void {
  const answered = asked
  ask(null)
  if (leaves) answered?.leave()
  else answered?.stay?.()
}

/** Does it at once where nothing is unsaved, and otherwise when the person says so. */
export function leaving(leave: () => void): void {
  if (isAnythingUnsaved()) ask({ leave })
  else leave()
}

/** The browser's own question: its words can't be chosen. */
const holdWindow = (event: BeforeUnloadEvent) => event.preventDefault()

/** Says of one form whether anything typed in it is unsaved. Answers how it is given up, by a Cancel that leads elsewhere. `words`: always the same. */
export function useUnsaved(is: boolean, words: UnsavedWords = typed): () => void {
  const form = useMemo(() => ({}), [])
  useEffect(() => {
    if (!is) return
    unsaved.set(form, words)
    if (unsaved.size === 1) addEventListener('beforeunload', holdWindow)
    tell()
    return () => {
      unsaved.delete(form)
      if (unsaved.size === 0) removeEventListener('beforeunload', holdWindow)
      tell()
    }
  }, [is, form, words])
  return () => void unsaved.delete(form)
}
