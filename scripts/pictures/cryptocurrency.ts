/** A chain of glass blocks. Ribbons rise from them, two meet in a knot, and the knots in one coin: as hashes do in their root. */
import { chain, floor } from './chain.ts'
import { circle, far, lettersInk, solid, tint } from './inks.ts'
import { ribbon } from './ribbons.ts'
import { rosette } from './rosette.ts'
import { rays } from './sky.ts'
import { count, trace } from './trace.ts'
import { scene } from './window.ts'

const places = [150, 450, 750, 1050]
const blockY = 700
const blockSize = 86
const knots = [300 + 148, 900 + 152]
const knotY = 404
const coin = { x: 750, y: 150 }

/** The sign of a currency, 64 high, its middle at 0 0. */
const sign =
  'M-19-26H4C18-26 23-19 23-13C23-7 19-2 13-1C21 0 26 6 26 13C26 21 19 27 5 27H-19V21H-13V-20H-19zM-4-20V-4H2C10-4 13-8 13-12C13-17 10-20 2-20zM-4 2V21H4C12 21 16 17 16 12C16 6 12 2 4 2zM-9-34h6v9h-6zM3-34h6v9H3zM-9 26h6v9h-6zM3 26h6v9H3z'

/** The ground of a banknote: waves that swing against each other. */
function waves(bottom: number): string {
  const again = 't156 0'.repeat(7)
  return far(
    count(0, 37).map((line) => {
      const y = 5 + line * 13.2
      const swing = 9 * Math.sin(line / 3.4)
      return y > bottom ? '' : trace`M-24 ${y}q78 ${swing * 1.5} 156 0${again}`
    }),
  )
}

function knot(x: number): string {
  const side = 58
  const shape = trace`M${x} ${knotY - side}l${side} ${side}l${-side} ${side}l${-side} ${-side}z`
  const inner = trace`M${x} ${knotY - side + 8}l${side - 8} ${side - 8}l${8 - side} ${side - 8}l${8 - side} ${8 - side}z`
  return (
    solid(shape) +
    tint(shape) +
    `<path class="s-m" d="${inner}"/>` +
    circle('g', x, knotY, 26, 'style="stroke-width:16;stroke-dasharray:1 2.1"') +
    circle('i', x, knotY, 35) +
    circle('m', x, knotY, 17)
  )
}

export function cryptocurrencyView(prefix: string): string {
  const rising = places.map((x, index) =>
    ribbon({
      from: [x, blockY - 40],
      to: [knots[index < 2 ? 0 : 1]!, knotY],
      halfWidth: 15,
      waves: 2.5,
    }),
  )
  const meeting = knots.map((x) =>
    ribbon({ from: [x, knotY], to: [coin.x, coin.y], halfWidth: 19, waves: 2.5 }),
  )
  return (
    waves(498) +
    rays(coin.x, coin.y, 146, 190) +
    floor(500) +
    rising.join('') +
    meeting.join('') +
    knots.map(knot).join('') +
    rosette(prefix, coin.x, coin.y, 1.32) +
    circle('P', coin.x, coin.y, 52) +
    circle('i', coin.x, coin.y, 52) +
    circle('m', coin.x, coin.y, 47) +
    `<g transform="translate(${coin.x} ${coin.y})">${lettersInk(sign)}</g>` +
    chain(prefix, places, blockY, blockSize)
  )
}

export const cryptocurrency = (): string =>
  scene(
    'b',
    'A chain of glass blocks whose ribbons meet in one engraved coin, seen through window panes',
    cryptocurrencyView('b'),
  )
