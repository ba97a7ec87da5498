/** What has happened, said at the edge for five seconds: one at a time, the latest. */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type RefObject,
} from 'react'
import { Icon } from './icon.tsx'
import { middleOf, placeFor, type Box, type Place } from './toast-place.ts'
import styles from './toast.module.css'

const closesAfterMs = 5000
const fadesForMs = 200

type Toast = { message: string; state: 'good' | 'bad' | 'news' }

const icons = { good: 'check', bad: 'warn', news: 'bell' } as const

let latest: Toast | null = null
let waiting: Toast | null = null
const listeners = new Set<() => void>()

function show(toast: Toast | null): void {
  latest = toast
  for (const listener of listeners) listener()
}

export function toastGood(message: string): void {
  show({ message, state: 'good' })
}

export function toastBad(message: string): void {
  show({ message, state: 'bad' })
}

/** What others did: it waits until the answer to what was pressed has been read. */
export function toastNews(message: string): void {
  const news: Toast = { message, state: 'news' }
  if (latest === null || latest.state === 'news') show(news)
  else waiting = news
}

/** For whoever sits here next. */
export function forgetNews(): void {
  waiting = null
  if (latest?.state === 'news') show(null)
}

function leave(): void {
  show(waiting)
  waiting = null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where toasts appear: 320 px wide, above everything, and over nothing that can be pressed or typed into, or the least where nothing is free. */
export function Toasts() {
  const toast = useSyncExternalStore(
    subscribe,
    () => latest,
    () => null,
  )
  return toast && <Shown toast={toast} />
}

function Shown({ toast }: { toast: Toast }) {
  const { message, state } = toast
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const leaving = useLeaving(toast, pointed || focused)
  const cameFrom = useRef<Element | null>(null)
  useFreePlace(box, toast, pointed)
  function enter({ relatedTarget }: FocusEvent) {
    if (!focused) cameFrom.current = relatedTarget
    setFocused(true)
  }
  function close() {
    leave()
    // Who came by keyboard goes on where they were.
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  return (
    <div
      className={styles.toast}
      ref={box}
      data-toast=""
      data-state={state}
      data-leaving={leaving || undefined}
      role={state === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={() => setFocused(false)}
    >
      <Icon name={icons[state]} />
      <p>{message}</p>
      <button type="button" onClick={close} aria-label="Close this message">
        <Icon name="cross" />
      </button>
    </div>
  )
}

/** Leaves after its time, which restarts with each toast, and after it was held. */
function useLeaving(toast: Toast, held: boolean): boolean {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    setLeaving(false)
    if (held) return
    const closing = setTimeout(() => setLeaving(true), closesAfterMs)
    return () => clearTimeout(closing)
  }, [toast, held])
  useEffect(() => {
    if (!leaving) return
    const gone = setTimeout(() => latest === toast && leave(), fadesForMs)
    return () => clearTimeout(gone)
  }, [toast, leaving])
  return leaving
}

/** Not from under a pointer: there it stays. */
function useFreePlace(box: RefObject<HTMLDivElement | null>, toast: Toast, held: boolean): void {
  useLayoutEffect(() => (held ? undefined : keepInFreePlace(box.current!)), [box, toast, held])
}

/** Whatever changes on the page or is scrolled, the toast gives way to it. */
function keepInFreePlace(toast: HTMLElement): () => void {
  const settle = () => {
    const { offsetWidth: width, offsetHeight: height, style } = toast
    const now = style.left === '' ? null : { left: toast.offsetLeft, top: toast.offsetTop }
    const bar = stayingBar()
    const own = bar && ownPlace(bar, { width, height })
    const { left, top } = placeFor(
      { width, height },
      roomFor(toast),
      controlsIn(toast.ownerDocument, bar, own?.givingWay ?? null),
      now,
      own?.place,
    )
    style.left = `${left}px`
    style.top = `${top}px`
    const isThere = left === own?.place.left && top === own.place.top
    giveWay(isThere ? own.givingWay : null)
  }
  // Once a frame: looking at every control has the browser lay out a page that may be about to change again.
  let frame = 0
  const settleSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(settle)
  }
  const stopping = new AbortController()
  const changes = new MutationObserver(
    (records) => records.some(({ target }) => !toast.contains(target)) && settleSoon(),
  )
  changes.observe(document.body, { subtree: true, childList: true, attributes: true })
  // What has another size was laid out for this very frame, as what is new was: to look then costs no layout, and no frame more.
  const sizes = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    settle()
  })
  for (const sized of [toast, document.body]) sizes.observe(sized)
  addEventListener('scroll', settleSoon, { capture: true, passive: true, signal: stopping.signal })
  for (const event of ['resize', 'focusin'])
    addEventListener(event, settleSoon, { signal: stopping.signal })
  return () => {
    cancelAnimationFrame(frame)
    giveWay(null)
    stopping.abort()
    changes.disconnect()
    sizes.disconnect()
  }
}

const gapForToasts = '[data-toast-gap]'

/** A bar with a gap for toasts, as long as it isn't scrolled away with its page. */
function stayingBar(): Element | null {
  const bar = document.querySelector(gapForToasts)?.parentElement
  return bar && getComputedStyle(bar).position === 'sticky' ? bar : null
}

/** Its gap, or where that is too narrow all of the bar, whose other parts then give way: but not to somebody who is at work there. */
function ownPlace(
  bar: Element,
  toast: { width: number; height: number },
): { place: Place; givingWay: Element | null } | null {
  const inGap = bar.querySelector(gapForToasts)!.getBoundingClientRect()
  if (inGap.width >= toast.width) return { place: middleOf(inGap, toast), givingWay: null }
  if (bar.querySelector(':focus-visible, [aria-haspopup][aria-expanded="true"]')) return null
  return { place: middleOf(bar.getBoundingClientRect(), toast), givingWay: bar }
}

/** A bar that gave way before comes back. */
function giveWay(bar: Element | null): void {
  for (const other of document.querySelectorAll('[data-giving-way]'))
    if (other !== bar) other.removeAttribute('data-giving-way')
  // Unlike setAttribute it changes nothing where it is set, so that who watches for changes hears of none.
  bar?.toggleAttribute('data-giving-way', true)
}

/** As a computed style says a length: “16px”. */
const pixels = (length: string) => Number(length.replace('px', ''))

/** The window, less what the style sheet keeps free at its edges. Where it is hardly wider than a toast, the margins give way. */
function roomFor(element: HTMLElement) {
  const { clientWidth } = document.documentElement
  const { scrollMarginTop, scrollMarginRight } = getComputedStyle(element)
  const margin = pixels(scrollMarginRight)
  const side = Math.min(margin, Math.max(0, (clientWidth - element.offsetWidth) / 2))
  return {
    left: side,
    right: clientWidth - side,
    top: pixels(scrollMarginTop),
    bottom: innerHeight - margin,
  }
}

const controls =
  'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [tabindex="0"]'

/**
 * Those that can be reached: while a dialog is open, the uppermost one's. What lies behind a menu and fills the window isn't
 * one, nor what gives way. Of a page that is scrolled below a bar, what is seen counts.
 */
function controlsIn({ body }: Document, bar: Element | null, givingWay: Element | null): Box[] {
  const dialog = [...body.querySelectorAll('[aria-modal=true]')].at(-1)
  const all = [...(dialog ?? body).querySelectorAll(controls)]
  const reachable = all.filter(
    (control) =>
      control.closest('[data-toast], [data-backdrop], [inert]') === null &&
      !givingWay?.contains(control) &&
      control.checkVisibility({ visibilityProperty: true }),
  )
  const seenFrom = bar?.getBoundingClientRect().bottom ?? 0
  return reachable
    .map((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      return { left, right, top: control.closest('main') ? Math.max(top, seenFrom) : top, bottom }
    })
    .filter(({ bottom, top }) => bottom > Math.max(top, 0) && top < innerHeight)
}
