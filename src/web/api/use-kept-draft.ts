/** A form that is there as it was typed when its page is loaded again, or its person has signed in again. */
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts'
import { useAppStore } from './store.ts'

type Keeping<Values> = {
  /** Passwords, codes, and what has to be agreed to anew: kept nowhere. */
  never?: readonly (keyof Values)[]
  /** Whether it is still there for who went to another page and comes back. */
  staysWhenLeft?: boolean
  onRestored?(values: Partial<Values>): void
}

/** Keeps what is typed in the form `name` until it is sent or cleared, and left by choice. */
export function useKeptDraft<Values extends Record<string, unknown>>(
  name: string,
  form: Pick<UseFormReturnType<Values>, 'values' | 'isDirty' | 'setValues'>,
  { never = [], staysWhenLeft = false, onRestored }: Keeping<Values> = {},
): void {
  const { getState } = useAppStore()
  const owner = useRef(getState().session.person?.id ?? '')
  const isKept = useRef(false)
  useEffect(() => {
    const typed = keptDraft<Partial<Values>>(owner.current, name)
    if (typed) {
      isKept.current = true
      form.setValues(typed)
      onRestored?.(typed)
    }
    return () => {
      // Signed out by the server they come back to it.
      const isLeft = getState().session.phase === 'signed-in' && !staysWhenLeft
      if (isKept.current && isLeft) forgetDraft()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens: later it would put back what was typed before
  }, [])
  const isDirty = form.isDirty()
  const isFirst = useRef(true)
  useEffect(() => {
    // What was kept is put in by the effect above, and drawn next.
    if (isFirst.current) return void (isFirst.current = false)
    if (isDirty) {
      const kept = Object.entries(form.values).filter(([field]) => !never.includes(field))
      keepDraft(owner.current, name, Object.fromEntries(kept))
      isKept.current = true
    } else if (isKept.current) {
      isKept.current = false
      forgetDraft()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lists of fields are written anew at each drawing, and are the same
  }, [isDirty, form.values, name])
}
