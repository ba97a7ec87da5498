/** What is shown where a link to the site is shared: 1200 by 630. */
import { agricultureView } from './agriculture.ts'
import { lettersInk, lettersMid, outline } from './inks.ts'
import { lettering } from './lettering.ts'
import { markShape } from './mark.ts'
import { picture, throughWindow } from './window.ts'
import { count } from './trace.ts'

const left = 64
const seam = 520

/** Hatching always means: not real. */
function sampleLabel(): string {
  const strokes = count(0, 4)
    .map((line) => `M${left + 10 + line * 7} 102l14-16`)
    .join('')
  return (
    `<path class="s-i" d="M${left} 74h176v40H${left}z"/><path class="s-e" d="${strokes}"/>` +
    lettersInk(
      lettering('SAMPLE', {
        font: 'text',
        size: 19,
        x: left + 64,
        y: 101,
        spacing: 1.6,
        from: 'left',
      }),
    )
  )
}

export function socialCard(): string {
  const say = (text: string, y: number, size: number) =>
    lettering(text, { font: 'text', size, x: left, y, from: 'left' })
  const scene = `<svg x="${seam}" y="0" width="${1200 - seam}" height="630" viewBox="270 0 863 800" preserveAspectRatio="xMidYMid slice">${throughWindow('a', agricultureView('a'))}</svg>`
  const name =
    `<g transform="translate(${left} 196) scale(3.2)">${markShape()}</g>` +
    lettersInk(
      lettering('Glasshouse', { font: 'title', size: 80, x: left - 4, y: 388, from: 'left' }),
    )
  const line = lettersMid(
    say('A demonstration: play money,', 454, 29),
    say('a sample firm, sample figures', 494, 29),
  )
  const drawing =
    '<path class="s-P" d="M0 0h1200v630H0z"/>' +
    scene +
    `<path class="s-P" d="M0 0h${seam}v630H0z"/>` +
    sampleLabel() +
    name +
    line +
    outline(`M${seam} 0v630`)
  return picture(
    'Glasshouse. A demonstration: play money, a sample firm, sample figures',
    '0 0 1200 630',
    drawing,
  )
}
