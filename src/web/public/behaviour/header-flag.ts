/** As the specification has it. */
const flagAfterPixels = 50

/**
 * The header learns that the page has been scrolled, and shows what is being read; the line below it grows with the
 * part of the text that has passed.
 */
export function startHeaderFlag(line: HTMLElement): void {
  const header = document.querySelector<HTMLElement>('[data-header]')!
  const text = line.closest('article')!
  let isAsked = false

  const look = () => {
    isAsked = false
    header.toggleAttribute('data-scrolled', scrollY > flagAfterPixels)
    const { top, height } = text.getBoundingClientRect()
    const way = height + top + scrollY - innerHeight
    line.style.setProperty('--read', String(way > 0 ? Math.min(1, Math.max(0, scrollY / way)) : 1))
  }
  const ask = () => {
    if (!isAsked) requestAnimationFrame(look)
    isAsked = true
  }
  addEventListener('scroll', ask, { passive: true })
  addEventListener('resize', ask, { passive: true })
  look()
}
