/** Gives a public page its behaviour. Each part is complete without it, and looks for what it needs by data attributes. */
import { nextTask } from '../../ui/at-rest.ts'
import { startRipples } from '../../ui/ripple-start.ts'
import { startCopy, startSearch } from './api.ts'
import { startCalculator } from './calculator.ts'
import { startCarousel } from './carousel.ts'
import { startDayProof } from './day-proof.ts'
import { startHeaderFlag } from './header-flag.ts'
import { startHero } from './hero.ts'
import { layOutLater } from './later.ts'
import { startMenu } from './menu.ts'
import { createReveal } from './reveal.ts'
import { startScrollSpy } from './scroll-spy.ts'
import { showInOwnZone } from './times.ts'

function each<E extends HTMLElement>(selector: string, start: (element: E) => void): void {
  for (const element of document.querySelectorAll<E>(selector)) start(element)
}

/** In the order in which they are needed: the first view before what is below it. */
const parts = [
  startRipples,
  () => each('[data-menu]', startMenu),
  () => each('[data-hero]', startHero),
  () => each('[data-scroll-spy]', startScrollSpy),
  () => each('[data-reading-line]', startHeaderFlag),
  () => each<HTMLButtonElement>('[data-copy]', startCopy),
  () => each('[data-api-search]', startSearch),
  () => each<HTMLTimeElement>('time[data-local]', showInOwnZone),
  () => each<HTMLFormElement>('[data-calculator]', startCalculator),
  () => each('[data-day-proof]', startDayProof),
  () => each('[data-carousel]', startCarousel),
]

/** Each in a task of its own: what somebody presses meanwhile is answered in between. */
async function start(): Promise<void> {
  for (const part of parts) {
    part()
    await nextTask()
  }
  await layOutLater(document, createReveal())
}

void start()
