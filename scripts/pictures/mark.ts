/** The mark of the firm: a house of glass over the double rule. */
import { picture } from './window.ts'
import { tones } from './inks.ts'

const house = 'M4 11.500 15 3l11 8.500V22H4zM15 3v19M4 11.500h22M9.500 7.250V22M20.500 7.250V22'
const doubleRule = 'M4 25.250h22M4 28.250h22'
const stroke = 'fill:none;stroke-width:1.5'

/** For use inside other pictures: 30 by 30, in the tones of the page. */
export const markShape = (): string =>
  `<path style="${stroke};stroke:var(--scene-ink,${tones.ink.light})" d="${house}"/><path style="${stroke};stroke:var(--scene-glass,${tones.glass.light})" d="${doubleRule}"/>`

export const mark = (): string => picture('Glasshouse', '0 0 30 30', markShape())

/** In the tab of a browser nobody names `#dark`: the icon follows the system. Its lines are wider, for 16 pixels. */
export function icon(): string {
  const dark = Object.entries({ ink: tones.ink.dark, glass: tones.glass.dark })
    .map(([name, value]) => `--scene-${name}:${value}`)
    .join(';')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" aria-label="Glasshouse"><title>Glasshouse</title>` +
    `<style>@media(prefers-color-scheme:dark){:root{${dark}}}</style>` +
    `<g fill="none" stroke-width="2.2"><path stroke="var(--scene-ink,${tones.ink.light})" d="M3 12 16 2.500 29 12V23H3zM16 3v20M3 12h26"/>` +
    `<path stroke="var(--scene-glass,${tones.glass.light})" d="M3 26.500h26M3 30.400h26"/></g></svg>\n`
  )
}

/** Icons of pixels stand on unknown ground: they bring their paper. */
const onPaper = (size: number, drawing: string): string =>
  picture(
    'Glasshouse',
    `0 0 ${size} ${size}`,
    `<path class="s-P" d="M0 0h${size}v${size}H0z"/>${drawing}`,
  )

/** On a home screen there is room for every bar. A phone may cut off all but a circle of four fifths: the mark is within. */
export const homeScreenIcon = (): string =>
  onPaper(44, `<g transform="translate(7 6)">${markShape()}</g>`)

/** The same where nothing is cut off. */
export const appIcon = (): string => onPaper(36, `<g transform="translate(3 2)">${markShape()}</g>`)

export const tabIcon = (): string =>
  onPaper(32, icon().replace(/^<svg .*<\/style>|<\/svg>\s*$/g, ''))
