/**
 * Sections rise into view once. Only what lies below the window when the page comes to life is ever hidden, by this
 * module itself: without scripts, and for whoever prefers reduced motion, nothing is.
 */
export function startReveal(page: Document): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      target.setAttribute('data-revealed', '')
    }
  }, { threshold: 0.1 })
  for (const element of page.querySelectorAll<HTMLElement>('[data-reveal], [data-reveal-items]')) {
    if (element.getBoundingClientRect().top < innerHeight) continue
    for (const [index, child] of [...element.children].entries()) (child as HTMLElement).style.setProperty('--reveal-order', String(index))
    element.setAttribute('data-hidden', '')
    seen.observe(element)
  }
}
