/** A certificate that says of itself that it is none. */
import { hatchFill, hatchPatterns } from './hatching.ts'
import { circle, fine, hair, lettersInk, lettersMid, outline } from './inks.ts'
import { lettering } from './lettering.ts'
import { plainRosette, type Ring } from './rosette.ts'
import { count, polyline, short, trace, type Point } from './trace.ts'
import { picture } from './window.ts'

const width = 840
const height = 594
const border = 40
const middle = width / 2

/** Waves along one side, woven from six of the same. They end where the corner's rosette covers them. */
function wovenSide(id: string, length: number): string {
  const waves = Math.round(length / 52)
  const step = length / waves / 10
  const wave = polyline(
    count(-6, waves * 10 - 3).map((index): Point => [
      index * step,
      11 * Math.sin((index * Math.PI) / 5),
    ]),
  )
  const again = count(1, 5).map(
    (line) => `<use href="#${id}" x="${short((length / waves / 6) * line)}"/>`,
  )
  return `<path id="${id}" d="${wave}"/>${again.join('')}`
}

function woven(): string {
  const [long, high] = [width - 2 * border, height - 2 * border]
  const level = `<g transform="translate(${border} ${border})" id="zl">${wovenSide('zw', long)}</g>`
  const upright = `<g transform="matrix(0 1 1 0 ${border} ${border})"><g id="zu">${wovenSide('zv', high)}</g></g>`
  return `<g class="s-g">${level}<use href="#zl" y="${high}"/>${upright}<use href="#zu" transform="matrix(0 1 1 0 ${width - border} ${border})"/></g>`
}

/** Drawn small, a rosette needs wider lines. */
const smallRosettes = ['#zc', '#zt']
  .map((id) => `${id} .s-g{stroke-width:1.8}${id} .s-m{stroke-width:1.8}${id} .s-i{stroke-width:4}`)
  .join('')

function corners(): string {
  const rings: Ring[] = [[74, 24, 8, 96, 3]]
  const first = `<g id="zc" transform="translate(${border} ${border}) scale(.3)">${plainRosette('zc', rings)}</g>`
  return (
    first +
    [
      [width - 2 * border, 0],
      [0, height - 2 * border],
      [width - 2 * border, height - 2 * border],
    ]
      .map(([x, y]) => `<use href="#zc" x="${x}" y="${y}"/>`)
      .join('')
  )
}

/** The ground under the words: waves so fine that a copy would lose them. */
function ground(): string {
  const lines = count(0, 53).map((line) => {
    const [y, swing] = [78 + line * 8.3, 10 * Math.sin(line / 5)]
    return trace`M60 ${y}q45 ${swing} 90 0t90 0 90 0 90 0 90 0 90 0 90 0 90 0`
  })
  return `<g opacity=".3">${hair(lines)}</g>`
}

/** Ruled letters, as figures of value are. */
function specimen(): string {
  const letters = lettering('SPECIMEN', {
    font: 'title',
    size: 108,
    x: middle,
    y: 358,
    spacing: 11,
  })
  const laid = (how: string) => `<use href="#zS" ${how}/>`
  // The letters of a variable font overlap themselves: filled after they are edged, they show it no more.
  return (
    `<defs><path id="zS" d="${letters}"/></defs>` +
    laid('class="s-P" style="stroke:var(--scene-paper,#f3f5f0);stroke-width:10"') +
    laid('class="s-l" style="stroke-width:3"') +
    laid('class="s-P"') +
    laid('class="s-G" style="opacity:.3"') +
    laid(hatchFill('z', 'closeLevel'))
  )
}

function words(): string {
  const say = (text: string, y: number, size: number, font: 'title' | 'text' = 'text') =>
    lettering(text, { font, size, x: middle, y })
  return (
    lettersInk(say('Certificate of Achievement', 138, 52, 'title')) +
    outline(trace`M290 160h260`) +
    lettersMid(say('drawn for the demonstration of the sample firm', 198, 19)) +
    lettersInk(say('Glasshouse', 244, 40, 'title')) +
    lettersInk(say('Nobody has awarded it, and it certifies nothing.', 414, 22)) +
    fine(trace`M112 496h216M512 496h216`) +
    lettersMid(
      lettering('Signature of nobody', { font: 'text', size: 15, x: 220, y: 517 }),
      lettering('Number 0000, sample', { font: 'text', size: 15, x: 620, y: 517 }),
    )
  )
}

export function certificate(): string {
  const seal: Ring[] = [
    [74, 24, 8, 96, 4],
    [36, 12, 6, 72, 2],
  ]
  const drawing =
    `<path class="s-P" d="M0 0h${width}v${height}H0z"/>` +
    woven() +
    corners() +
    `<path class="s-P" d="M58 58h724v478H58z"/>` +
    ground() +
    outline('M14 14h812v566H14zM58 58h724v478H58z') +
    fine('M20 20h800v554H20zM63 63h714v468H63z') +
    circle('P', middle, 480, 54) +
    `<g id="zt" transform="translate(${middle} 480) scale(.46)">${plainRosette('zs', seal)}</g>` +
    specimen() +
    words()
  return picture(
    'Certificate of Achievement, a specimen drawn for the demonstration: nobody has awarded it and it certifies nothing',
    `0 0 ${width} ${height}`,
    `<defs>${hatchPatterns('z', drawing)}</defs>${drawing}`,
    { rules: smallRosettes },
  )
}
