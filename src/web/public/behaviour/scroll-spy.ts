/** How far down the window the reading line is: a section above it has been begun. */
const readingLine = 0.35

/**
 * Marks in a table of contents which part is being read. It is told when the beginning of a part crosses the reading
 * line, and then looks where all of them are; before the first one the page itself is marked, where it is among them.
 */
export function startScrollSpy(contents: HTMLElement): void {
  const parts = [...contents.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].flatMap(
    (link) => {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)))
      return target ? [{ link, target }] : []
    },
  )
  const page = contents.querySelector('[aria-current=page]')
  const here = contents.closest('article')?.querySelector<HTMLElement>('[data-here]') ?? null

  const mark = () => {
    const line = innerHeight * readingLine
    const current = parts.findLast(({ target }) => target.getBoundingClientRect().top <= line)
    for (const { link } of parts) {
      if (link === current?.link) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
    if (current) page?.removeAttribute('aria-current')
    else page?.setAttribute('aria-current', 'page')
    if (here) here.textContent = current?.link.textContent ?? ''
  }
  // Reaches far above the window, so that what has gone out of sight doesn't count as another crossing.
  const crossings = new IntersectionObserver(mark, {
    rootMargin: `100000px 0px -${100 * (1 - readingLine)}% 0px`,
  })
  for (const { target } of parts) crossings.observe(target)
}
