import { timeOf } from '../../ui/ripple-start.ts'

type Turning = { by: number; animation: Animation }

/** A shorter swipe is only a touch. */
const swipePixels = 40

/**
 * A row that goes round: it glides by a slide, then the slide that has left takes its place at the other end.
 * The order of the slides is the whole state, so there are no copies for screen readers to stumble over.
 */
export function startCarousel(carousel: HTMLElement): void {
  const track = carousel.querySelector<HTMLElement>('[data-track]')!
  const slides = [...track.querySelectorAll<HTMLElement>('[data-slide]')]
  const dots = [...carousel.querySelectorAll<HTMLButtonElement>('[data-dot]')]
  const announce = carousel.querySelector<HTMLElement>('[data-announce]')!
  if (slides.length < 2) return
  let turning: Turning | null = null

  const current = () => slides.indexOf(track.querySelector<HTMLElement>('[data-slide]')!)
  const slideWidth = () => slides[0]!.getBoundingClientRect().width
  const shown = () =>
    Math.min(
      slides.length,
      Math.max(1, Math.round(track.parentElement!.clientWidth / slideWidth())),
    )
  const tell = (first: number) => {
    for (const [position, dot] of dots.entries()) {
      if (position === first) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    }
    announce.textContent = wordsFor(first, shown(), slides.length)
  }
  const rotate = (by: number) => {
    for (let step = 0; step < by; step += 1) track.append(track.firstElementChild!)
    for (let step = 0; step > by; step -= 1) track.prepend(track.lastElementChild!)
  }
  /** Moves by this many slides, to the right or back to the left, one move at a time. Where all are seen, there is nowhere to go. */
  const turn = (by: number) => {
    if (turning || by === 0 || shown() === slides.length) return
    const width = slideWidth()
    tell((current() + by + slides.length) % slides.length)
    // Backwards the slide comes in first and glides into place; forwards it glides out and leaves last.
    if (by < 0) rotate(by)
    const away = { transform: `translateX(${-Math.abs(by) * width}px)` }
    const home = { transform: 'translateX(0)' }
    const animation = track.animate(by > 0 ? [home, away] : [away, home], {
      duration: timeOf('--time-carousel'),
      easing: 'ease',
      id: 'carousel',
    })
    turning = { by, animation }
    // Cut short, when the row isn't drawn any more, it has arrived all the same.
    animation.onfinish = animation.oncancel = () => {
      if (turning?.animation !== animation) return
      if (by > 0) rotate(by)
      turning = null
    }
  }
  const goTo = (index: number) => turn((index - current() + slides.length) % slides.length)
  bindControls(carousel, turn, goTo)
  loadWhenNear(carousel)
  // What the keyboard reaches in a slide that isn't seen comes into view: the row can't be scrolled to it.
  track.addEventListener('focusin', ({ target }) => {
    const index = slides.findIndex((slide) => slide.contains(target as Node))
    if ((index - current() + slides.length) % slides.length >= shown()) goTo(index)
  })
}

/** A slide that waits beside the row is never near the window: its picture would be missing when it glides in. */
function loadWhenNear(carousel: HTMLElement): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry!.isIntersecting) return
      observer.disconnect()
      for (const image of carousel.querySelectorAll('img')) image.loading = 'eager'
    },
    { rootMargin: '100% 0px' },
  )
  observer.observe(carousel)
}

/** Which of them stand in the row, from this one on: “Review 2 of 4”, “Reviews 2, 3 and 4 of 4”. */
function wordsFor(first: number, shown: number, count: number): string {
  const numbers = Array.from({ length: shown }, (_, place) => String(((first + place) % count) + 1))
  const last = numbers.pop()!
  return numbers.length === 0
    ? `Review ${last} of ${count}`
    : `Reviews ${numbers.join(', ')} and ${last} of ${count}`
}

function bindControls(
  carousel: HTMLElement,
  turn: (by: number) => void,
  goTo: (index: number) => void,
): void {
  const row = carousel.querySelector<HTMLElement>('[data-window]')!
  const previous = carousel.querySelector<HTMLButtonElement>('[data-previous]')!
  const next = carousel.querySelector<HTMLButtonElement>('[data-next]')!
  const dots = [...carousel.querySelectorAll<HTMLButtonElement>('[data-dot]')]
  for (const button of [previous, next, ...dots]) button.disabled = false
  // From here on the row can't be scrolled, and stands where it began: a browser that snaps would follow a slide to the other end.
  carousel.setAttribute('data-turning', '')
  previous.addEventListener('click', () => turn(-1))
  next.addEventListener('click', () => turn(1))
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => goTo(index))
  carousel.addEventListener('keydown', ({ key, target }) => {
    // In a slide the keyboard is on a link, which a turn would take away.
    if (row.contains(target as Node)) return
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
  })
  let from: number | null = null
  row.addEventListener('pointerdown', ({ clientX }) => (from = clientX))
  for (const end of ['pointerup', 'pointercancel'] as const) {
    row.addEventListener(end, ({ clientX, type }) => {
      const way = from === null || type === 'pointercancel' ? 0 : clientX - from
      from = null
      if (Math.abs(way) >= swipePixels) turn(way < 0 ? 1 : -1)
    })
  }
}
