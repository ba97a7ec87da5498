/**
 * Keeps the focus. What has it may go away: a row that was decided, a form that its outcome has replaced, a dialog, a
 * page. The browser then has it nowhere, and people using a keyboard or screen reader start at the top again.
 * It goes to what comes next instead: back to where a dialog was opened from, on in the row, to the next one, or to the
 * heading of what stands there now.
 */

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** A part of a list: what was done to it is over when it is gone, and the next one follows. */
const items = 'tr, li'

/** How many places are remembered: a dialog over a dialog over a row, and some more. */
const memory = 12

type Place = {
  element: HTMLElement
  item: Element | null
  form: Element | null
  around: Element[]
  following: HTMLElement[]
  before: HTMLElement[]
}

function placeOf(element: HTMLElement): Place {
  const around: Element[] = []
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.matches('section, [role=dialog], main')) around.push(at)
  const all = around[0] ? [...around[0].querySelectorAll<HTMLElement>(controls)] : []
  const at = all.indexOf(element)
  return {
    element,
    item: element.closest(items),
    form: element.closest('form'),
    around,
    following: all.slice(at + 1),
    before: all.slice(0, Math.max(0, at)).toReversed(),
  }
}

function canTakeFocus(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  )
}

/** A button or a link rather than a field: nothing is typed by mistake. */
function firstOf(all: Iterable<HTMLElement>): HTMLElement | undefined {
  const possible = [...all].filter(canTakeFocus)
  return possible.find((element) => element.matches('a, button')) ?? possible[0]
}

function headingOf(part: Element): HTMLElement | undefined {
  const heading =
    part.querySelector<HTMLElement>('h1, h2, h3, h4') ??
    (part instanceof HTMLElement ? part : undefined)
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/** What comes next after this place, or undefined where nothing of it is left. */
function nextAfter({
  element,
  item,
  form,
  around,
  following,
  before,
}: Place): HTMLElement | undefined {
  if (canTakeFocus(element)) return element
  if (item?.isConnected)
    return firstOf(item.querySelectorAll<HTMLElement>(controls)) ?? firstOf(following)
  // Of a form that is gone its outcome stands there now; in a list the next one follows.
  const neighbour =
    form && !form.isConnected
      ? undefined
      : (firstOf(following.slice(0, 8)) ?? firstOf(before.slice(0, 8)))
  const part = around.find((one) => one.isConnected)
  return neighbour ?? (part && headingOf(part))
}

/** Starts it for the whole document; answers how it is ended. */
export function keepFocus(): () => void {
  const places: Place[] = []
  let byKeyboard = false
  const stopping = new AbortController()
  const options = { capture: true, passive: true, signal: stopping.signal }
  addEventListener(
    'keydown',
    () => {
      byKeyboard = true
    },
    options,
  )
  addEventListener(
    'pointerdown',
    () => {
      byKeyboard = false
    },
    options,
  )
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      places.push(placeOf(target))
      if (places.length > memory) places.shift()
    },
    options,
  )
  /** Had the focus when they were disabled. */
  const waited = new WeakSet<Element>()
  const isLost = () => document.activeElement === null || document.activeElement === document.body
  /** A click beside everything takes the focus away on purpose, and a button that is waited for gets it back. */
  const hasGone = ({ element }: Place) =>
    element.isConnected ? waited.has(element) && !element.matches(':disabled') : isLost()
  function look() {
    const last = places.at(-1)
    if (!last || !isLost() || !hasGone(last)) return
    waited.delete(last.element)
    for (const place of places.toReversed()) {
      const next = nextAfter(place)
      if (!next) continue
      next.focus({ preventScroll: !byKeyboard })
      return
    }
    headingOf(document.querySelector('main') ?? document.body)?.focus({
      preventScroll: !byKeyboard,
    })
  }
  const observer = new MutationObserver(() => {
    const last = places.at(-1)
    if (last?.element.matches(':disabled')) waited.add(last.element)
    // A focus that was moved on purpose, by a closing dialog for example, comes first. Frames are drawn for nothing else.
    if (last && hasGone(last)) requestAnimationFrame(() => requestAnimationFrame(look))
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  return () => {
    stopping.abort()
    observer.disconnect()
  }
}
