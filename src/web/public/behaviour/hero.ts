/** Milliseconds of a token such as `--time-hero-hold`. */
const holdMs = 5000

/** Turns the views every five seconds, in order and round again, until somebody pauses them or chooses one. */
export function startHero(hero: HTMLElement): void {
  const scenes = [...hero.querySelectorAll<HTMLElement>('[data-scene]')]
  const views = [...hero.querySelectorAll<HTMLButtonElement>('[data-view]')]
  const pause = hero.querySelector<HTMLButtonElement>('[data-pause]')!
  let current = 0
  let timer: number | null = null

  const show = (index: number) => {
    current = index % scenes.length
    // The next one is loaded while this one is seen.
    for (const near of [current, (current + 1) % scenes.length]) scenes[near]!.hidden = false
    for (const [position, scene] of scenes.entries()) scene.toggleAttribute('data-shown', position === current)
    for (const [position, view] of views.entries()) view.setAttribute('aria-pressed', String(position === current))
  }
  const stop = () => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const run = () => {
    stop()
    timer = window.setInterval(() => show(current + 1), holdMs)
  }
  const label = () => {
    const running = timer !== null
    pause.setAttribute('aria-label', running ? 'Pause the pictures' : 'Play the pictures')
    pause.querySelector<HTMLElement>("[data-when='running']")!.hidden = !running
    pause.querySelector<HTMLElement>("[data-when='paused']")!.hidden = running
  }

  for (const button of [...views, pause]) button.disabled = false
  for (const [index, view] of views.entries()) {
    view.addEventListener('click', () => {
      show(index)
      if (timer !== null) run()
    })
  }
  pause.addEventListener('click', () => {
    if (timer === null) run()
    else stop()
    label()
  })
  // Nobody looks at a page in the background, and its timers would pile up fades.
  document.addEventListener('visibilitychange', () => {
    if (timer !== null && document.visibilityState === 'visible') run()
  })
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) run()
  show(0)
  label()
}
