/** A form whose button stays where it is on the screen, however many lines what came of it takes above. */
import { useLayoutEffect, useRef } from 'react'

const placeOf = (form: HTMLFormElement) =>
  form.querySelector('button[type=submit]')!.getBoundingClientRect().top + window.scrollY

/** Scrolls the page by `lines`, and gives it room below the form where it has too little. */
function makeUpFor(lines: number, form: HTMLFormElement): void {
  const { scrollHeight, clientHeight } = document.documentElement
  const lacks = Math.ceil(window.scrollY + lines + clientHeight - scrollHeight)
  if (lacks > 0) form.style.marginBottom = `${lacks}px`
  window.scrollBy({ top: lines, behavior: 'instant' })
}

/** The browser makes up for what grows above the screen by itself: both at once would be too much. */
const leaveToUs = (isOurs: boolean) =>
  void (document.documentElement.style.overflowAnchor = isOurs ? 'none' : '')

/** From a press on the button until something is typed. Goes on the form. */
export function useStill() {
  const form = useRef<HTMLFormElement>(null)
  const place = useRef<number | null>(null)
  useLayoutEffect(() => () => leaveToUs(false), [])
  useLayoutEffect(() => {
    if (place.current === null || form.current === null) return
    const moved = placeOf(form.current) - place.current
    if (moved === 0) return
    makeUpFor(moved, form.current)
    place.current += moved
  })
  return {
    ref: form,
    onSubmitCapture: () => {
      place.current = form.current && placeOf(form.current)
      leaveToUs(true)
    },
    onInput: () => {
      place.current = null
      leaveToUs(false)
      if (form.current) form.current.style.marginBottom = ''
    },
  }
}
