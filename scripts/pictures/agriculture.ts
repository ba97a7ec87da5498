/** A glasshouse among fields, under an engraved sun. */
import { glasshouse } from './glasshouse.ts'
import { field, hill, poplars } from './land.ts'
import { rosette } from './rosette.ts'
import { clouds, rays, ruledSky } from './sky.ts'
import { scene } from './window.ts'

const ground = 506
const middle = 640

export function agricultureView(prefix: string): string {
  const trees = poplars(prefix, ground + 6, [
    [52, 210],
    [102, 250],
    [150, 190],
    [198, 226],
    [1092, 206],
    [1138, 252],
    [1184, 220],
  ])
  return (
    ruledSky(420) +
    rays(388, 178, 136, 196) +
    rosette(prefix, 388, 178, 1.24) +
    clouds(prefix, [
      [668, 118, 0.9],
      [946, 176, 1.1],
      [40, 76, 0.75],
    ]) +
    hill(3, { base: 404, rise: 48, foot: 520, gap: 5, lines: 15 }) +
    hill(11, { base: 452, rise: 26, foot: 530, gap: 4, lines: 11 }) +
    trees +
    field(prefix, ground, middle) +
    glasshouse(prefix, middle, ground + 12)
  )
}

export const agriculture = (): string =>
  scene(
    'a',
    'A glasshouse, poplars and furrows under an engraved sun, seen through window panes',
    agricultureView('a'),
  )
