/** The glasshouse from inside: a ledger lies open on the desk before the window, for everybody to read. */
import { hatchPatterns } from './hatching.ts'
import { bars, brickPattern, desk, light, openingClip, plant, room, walls } from './interior.ts'
import { field, hill, poplars } from './land.ts'
import { ledger } from './ledger.ts'
import { rosette } from './rosette.ts'
import { clouds, rays, ruledSky } from './sky.ts'
import { picture } from './window.ts'

/** The country of the first scene, further away. */
function country(prefix: string): string {
  return (
    ruledSky(560, 5, 1.02) +
    rays(500, 420, 132, 250, 144) +
    rosette(prefix, 500, 420, 1.22) +
    clouds(prefix, [
      [206, 330, 0.8],
      [640, 262, 0.9],
    ]) +
    hill(3, { base: 520, rise: 44, foot: 660, gap: 5, lines: 14 }) +
    hill(11, { base: 576, rise: 30, foot: 690, gap: 5, lines: 10 }) +
    poplars(prefix, 660, [
      [190, 150],
      [228, 190],
      [262, 160],
      [744, 180],
      [782, 210],
      [820, 170],
    ]) +
    `<g transform="translate(-140 146)">${field(prefix, 506, 640)}</g>`
  )
}

export function about(): string {
  const prefix = 'e'
  const view = country(prefix)
  const inside = bars() + light() + desk(prefix) + plant(prefix, 132, 830) + ledger(prefix)
  const behind = walls(prefix)
  const drawing = `<path class="s-P" d="M0 0h${room.width}v${room.height}H0z"/>${behind}<g clip-path="url(#${prefix}w)"><path class="s-P" d="M0 0h${room.width}v${room.height}H0z"/>${view}</g>${inside}`
  const patterns = hatchPatterns(prefix, drawing)
  return picture(
    'A ledger lies open on a desk inside the glasshouse, before an arched window over fields',
    `0 0 ${room.width} ${room.height}`,
    `<defs>${patterns}${brickPattern(prefix)}${openingClip(prefix)}</defs>${drawing}`,
    { attributes: ' preserveAspectRatio="xMidYMid slice"' },
  )
}
