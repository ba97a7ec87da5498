import { timeOf } from '../../ui/ripple-start.ts'

type Turning = { by: number; animation: Animation }

/** Whoever swipes less than this has only touched. */
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
  const tell = (index: number) => {
    for (const [position, dot] of dots.entries()) {
      if (position === index) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    }
    announce.textContent = `Review ${index + 1} of ${slides.length}`
  }
  const rotate = (by: number) => {
    for (let step = 0; step < by; step += 1) track.append(track.firstElementChild!)
    for (let step = 0; step > by; step -= 1) track.prepend(track.lastElementChild!)
  }
  /** Goes by so many slides to the right, or back to the left; one turn at a time. */
  const turn = (by: number) => {
    if (turning || by === 0) return
    const width = slides[0]!.getBoundingClientRect().width
    tell((current() + by + slides.length) % slides.length)
    // Backwards the slide comes in first and glides into place; forwards it glides out and leaves last.
    if (by < 0) rotate(by)
    const away = { transform: `translateX(${-Math.abs(by) * width}px)` }
    const home = { transform: 'translateX(0)' }
    const animation = track.animate(by > 0 ? [home, away] : [away, home], { duration: timeOf('--time-carousel'), easing: 'ease', id: 'carousel' })
    turning = { by, animation }
    animation.onfinish = () => {
      if (by > 0) rotate(by)
      turning = null
    }
  }
  bindControls(carousel, turn, (index) => turn((index - current() + slides.length) % slides.length))
}

function bindControls(carousel: HTMLElement, turn: (by: number) => void, goTo: (index: number) => void): void {
  const row = carousel.querySelector<HTMLElement>('[data-window]')!
  const previous = carousel.querySelector<HTMLButtonElement>('[data-previous]')!
  const next = carousel.querySelector<HTMLButtonElement>('[data-next]')!
  const dots = [...carousel.querySelectorAll<HTMLButtonElement>('[data-dot]')]
  for (const button of [previous, next, ...dots]) button.disabled = false
  carousel.setAttribute('data-turning', '')
  // Without scripts it could have been scrolled. With the next frame, which is laid out anyway.
  requestAnimationFrame(() => (row.scrollLeft = 0))
  previous.addEventListener('click', () => turn(-1))
  next.addEventListener('click', () => turn(1))
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => goTo(index))
  carousel.addEventListener('keydown', ({ key }) => {
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
