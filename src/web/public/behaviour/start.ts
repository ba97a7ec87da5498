/** Gives a public page its behaviour. Each part is complete without it, and looks for what it needs by data attributes. */
import { startRipples } from '../../ui/ripple-start.ts'
import { startCopy, startSearch } from './api.ts'
import { startCalculator } from './calculator.ts'
import { startCarousel } from './carousel.ts'
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

startRipples()
each('[data-menu]', startMenu)
each('[data-hero]', startHero)
each('[data-carousel]', startCarousel)
each<HTMLFormElement>('[data-calculator]', startCalculator)
each('[data-scroll-spy]', startScrollSpy)
each('[data-reading-line]', startHeaderFlag)
each<HTMLButtonElement>('[data-copy]', startCopy)
each('[data-api-search]', startSearch)
each<HTMLTimeElement>('time[data-local]', showInOwnZone)
void layOutLater(document, createReveal())
