/** What lies on something else, or is cut off, on a page as it is laid out now. */
import type { Page } from 'playwright-core'

/** Each pair of words or controls that lie on one another by more than a hair, and each word that is cut off without a sign of it. */
export const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { of: Element; text: string } & Record<'left' | 'top' | 'right' | 'bottom', number>
    const hair = 2
    const faults = new Set<string>()
    /** What stands over the page on purpose, and what is heard and not seen. */
    const isApart = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
        if (
          ['fixed', 'sticky'].includes(getComputedStyle(at).position) ||
          at.matches('[role=dialog], .hide, svg')
        )
          return true
      return false
    }
    /** What of a box is seen: what scrolls or hides cuts it. */
    function seen(of: Element, rect: DOMRect, text: string): Box[] {
      const box = { of, text, ...rect.toJSON() } as Box
      for (let at: Element | null = of; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(at)
        const edge = at.getBoundingClientRect()
        // By its least size it is for screen readers.
        if (overflowX !== 'visible' && edge.width <= 1) return []
        if (
          ['hidden', 'clip'].includes(overflowX) &&
          textOverflow !== 'ellipsis' &&
          box.right > edge.right + hair
        )
          faults.add(`cut off: “${text.slice(0, 30)}”`)
        if (overflowX !== 'visible') {
          box.left = Math.max(box.left, edge.left)
          box.right = Math.min(box.right, edge.right)
        }
        if (overflowY !== 'visible') {
          box.top = Math.max(box.top, edge.top)
          box.bottom = Math.min(box.bottom, edge.bottom)
        }
      }
      return box.right - box.left > hair && box.bottom - box.top > hair ? [box] : []
    }
    const all = [...document.querySelectorAll('main *')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !isApart(element),
    )
    const words = all.flatMap((element) =>
      [...element.childNodes].flatMap((node) => {
        const text = node.nodeType === Node.TEXT_NODE ? node.textContent!.trim() : ''
        if (text === '') return []
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].flatMap((rect) => seen(element, rect, text))
      }),
    )
    const controls = all
      // The box of a row lies in a cell that may be pressed as a whole.
      .filter((element) => element.matches('button, input:not([type=checkbox]), select, textarea'))
      .flatMap((element) => seen(element, element.getBoundingClientRect(), element.textContent))
    const boxes = [...words, ...controls].toSorted((one, other) => one.top - other.top)
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        if (other.top >= one.bottom - hair) break
        const areApart = other.left >= one.right - hair || one.left >= other.right - hair
        if (!areApart && !one.of.contains(other.of) && !other.of.contains(one.of))
          faults.add(`“${one.text.slice(0, 30)}” lies on “${other.text.slice(0, 30)}”`)
      }
    return [...faults]
  })
