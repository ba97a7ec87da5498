/** As the specification has it. */
const holdMs = 5000

/** Rotates the views every five seconds, in order, until they are paused or one is chosen. */
export function startHero(hero: HTMLElement): void {
  const scenes = [...hero.querySelectorAll<HTMLElement>('[data-scene]')]
  const views = [...hero.querySelectorAll<HTMLButtonElement>('[data-view]')]
  const pause = hero.querySelector<HTMLButtonElement>('[data-pause]')!
  let current = 0
  let timer: number | null = null

  /** From here on it is loaded, and can fade in. */
  const ready = (scene: HTMLElement) => {
    if (!scene.hidden) return
    scene.hidden = false
    // What was not there can fade in only after it has been there unseen.
    void getComputedStyle(scene).opacity
  }
  const show = (index: number) => {
    current = index % scenes.length
    ready(scenes[current]!)
    for (const [position, scene] of scenes.entries())
      scene.toggleAttribute('data-shown', position === current)
    for (const [position, view] of views.entries())
      view.setAttribute('aria-pressed', String(position === current))
  }
  const stop = () => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const run = () => {
    stop()
    let isHalfway = false
    // The next one is loaded when this one has been seen for a while: the page has come to rest then.
    timer = window.setInterval(() => {
      isHalfway = !isHalfway
      if (isHalfway) ready(scenes[(current + 1) % scenes.length]!)
      else show(current + 1)
    }, holdMs / 2)
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
