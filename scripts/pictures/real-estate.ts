/** Town houses before towers, mirrored in the water of a quay. */
import { seeded } from './chance.ts'
import { hatched } from './hatching.ts'
import { house, limes, tower } from './houses.ts'
import { fine, hair, heavy, outline, paper, wiped } from './inks.ts'
import { rosette } from './rosette.ts'
import { beyond, clouds, rays, ruledSky } from './sky.ts'
import { count, short, trace, widening } from './trace.ts'
import { height, scene } from './window.ts'

const ground = 610
/** The mirror is flattened, as water seen from the other bank is. */
const mirror = 0.42

const row = [
  { x: 150, width: 176, top: 352, columns: 4, floors: 4, roof: 'mansard', door: 1 },
  { x: 326, width: 132, top: 398, columns: 3, floors: 3, roof: 'gable', arched: true, door: 1 },
  { x: 458, width: 214, top: 330, columns: 5, floors: 4, roof: 'flat', arched: true, door: 2 },
  { x: 672, width: 140, top: 384, columns: 3, floors: 3, roof: 'gable', door: 1 },
  { x: 812, width: 206, top: 352, columns: 4, floors: 4, roof: 'mansard', arched: true, door: 2 },
] as const

function town(prefix: string): string {
  const towers = [
    { x: 70, width: 120, top: 250, columns: 6, floors: 24 },
    { x: 1010, width: 130, top: 214, columns: 6, floors: 26 },
    { x: 420, width: 168, top: 92, columns: 9, floors: 34 },
  ]
  const mast =
    heavy('M504 70V24') + fine('M448 92V70h112v22M470 92V70M492 92V70M516 92V70M538 92V70')
  return (
    towers.map((design) => tower(prefix, ground, design)).join('') +
    mast +
    row.map((design) => house(prefix, ground, design)).join('') +
    limes(prefix, ground, [
      [60, 1.15],
      [1088, 1],
      [1164, 1.2],
    ])
  )
}

/** Strokes of water: paper wipes the mirror, ink draws over it. */
function water(): string {
  const chance = seeded(5)
  const strokes = widening(ground + 25, height + 10, 7, 1.09).flatMap((y, index) => {
    const found: string[] = []
    for (let x = chance.between(-80, 40); x < beyond.left + beyond.width;) {
      const length = chance.between(70 + index * 5, 240 + index * 14)
      found.push(`M${Math.round(x)} ${short(y)}h${Math.round(length)}`)
      x += length + chance.between(14, 80)
    }
    return found
  })
  return (
    wiped(strokes) +
    fine(strokes.filter((_, index) => index % 2 === 0)) +
    hair(strokes.filter((_, index) => index % 4 === 1))
  )
}

function quay(prefix: string): string {
  const stones = count(0, 31).map((stone) => trace`M${stone * 40 - 10} ${ground + 2}v8`)
  const wall = trace`M${beyond.left} ${ground + 10}h${beyond.width}v12h${-beyond.width}z`
  return (
    paper(trace`M${beyond.left} ${ground}h${beyond.width}v22h${-beyond.width}z`) +
    hatched(prefix, 'upright', wall) +
    hair(stones) +
    outline([0, 10, 22].map((down) => trace`M${beyond.left} ${ground + down}h${beyond.width}`))
  )
}

function realEstateView(prefix: string): string {
  const mirrored = `<g transform="matrix(1 0 0 -${mirror} 0 ${short(ground * (1 + mirror) + 22)})" opacity=".5"><use href="#${prefix}t"/></g>`
  return (
    ruledSky(ground, 5, 1.03) +
    rays(790, 206, 142, 186, 80) +
    rosette(prefix, 790, 206, 1.3) +
    clouds(prefix, [
      [48, 120, 0.9],
      [964, 118, 0.8],
    ]) +
    `<g id="${prefix}t">${town(prefix)}</g>` +
    paper(`M${beyond.left} ${ground}h${beyond.width}V${height + 20}H${beyond.left}z`) +
    mirrored +
    water() +
    quay(prefix)
  )
}

export const realEstate = (): string =>
  scene(
    'c',
    'Town houses and towers mirrored in water, seen through window panes',
    realEstateView('c'),
  )
