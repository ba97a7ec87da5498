function hide(element: HTMLElement): void {
  for (const [index, child] of [...element.children].entries())
    (child as HTMLElement).style.setProperty('--reveal-order', String(index))
  element.setAttribute('data-hidden', '')
}

/**
 * What a part of a page has to show rises into view once. Only what lies below the window when the page comes to life is ever hidden, by this
 * module itself: without scripts, or where reduced motion is preferred, nothing is. Where things lie is learned from
 * the observer, which knows it when the page has been laid out anyway: asking for it would lay the page out once more.
 */
export function createReveal(): (part: ParentNode) => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {}
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
        const isHidden = target.hasAttribute('data-hidden')
        if (!isHidden && boundingClientRect.top >= rootBounds!.bottom) hide(target as HTMLElement)
        else if (!isHidden || isIntersecting) seen.unobserve(target)
        if (isHidden && isIntersecting) target.setAttribute('data-revealed', '')
      }
    },
    { threshold: 0.1 },
  )
  return (part) => {
    for (const element of part.querySelectorAll('[data-reveal], [data-reveal-items]'))
      seen.observe(element)
  }
}
