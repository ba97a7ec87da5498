/** The glasshouse, in elevation: a domed hall, two wings, two end pavilions, and the palms that it is for. */
import { hatched } from './hatching.ts'
import { fine, hair, heavy, leaf, outline, paper, solid, tint } from './inks.ts'
import { count, steps, trace } from './trace.ts'

const hallHalf = 108
const wingEnd = 330
const pavilionWidth = 78
const domeHalf = 112
const eaveHeight = 164
const domeHeight = 122

type Part = { glass: string; walls: string; bars: string[] }

function wing(middle: number, foot: number, side: number): Part {
  const [near, end] = [middle + side * hallHalf, middle + side * wingEnd]
  const uprights = count(0, 18).map(
    (bar) => trace`M${near + ((end - near) / 18) * bar} ${foot - 132}V${foot - 14}`,
  )
  return {
    glass: trace`M${near} ${foot - 84}H${end}V${foot}H${near}z`,
    walls: trace`M${near} ${foot - 84}H${end}M${near} ${foot - 132}H${end}V${foot - 84}M${near} ${foot - 14}H${end}`,
    bars: [...uprights, ...[48, 100, 116].map((up) => trace`M${near} ${foot - up}H${end}`)],
  }
}

function pavilion(middle: number, foot: number, side: number): Part {
  const near = middle + side * wingEnd
  const end = near + side * pavilionWidth
  const ridge = (near + end) / 2
  const uprights = count(1, 7).map(
    (bar) =>
      trace`M${near + ((end - near) / 8) * bar} ${foot - 100 - 68 * (1 - Math.abs(bar - 4) / 4)}V${foot - 14}`,
  )
  return {
    glass: trace`M${near} ${foot - 100}L${ridge} ${foot - 168}L${end} ${foot - 100}z`,
    walls: trace`M${near} ${foot}V${foot - 100}L${ridge} ${foot - 168}L${end} ${foot - 100}V${foot}M${near} ${foot - 100}H${end}M${near} ${foot - 14}H${end}`,
    bars: [...uprights, ...[48, 74].map((up) => trace`M${near} ${foot - up}H${end}`)],
  }
}

/** Meridians and parallels; those in the shade stand closer. */
function dome(middle: number, foot: number) {
  const eave = foot - eaveHeight
  const top = eave - domeHeight
  const shape = trace`M${middle - domeHalf} ${eave}A${domeHalf} ${domeHeight} 0 0 1 ${middle + domeHalf} ${eave}z`
  const meridian = (part: number) => domeHalf * Math.sin((part * Math.PI) / 2)
  const bothSides = count(1, 6)
    .map((rib) => meridian(rib / 7))
    .map(
      (reach) =>
        trace`M${middle - reach} ${eave}A${reach} ${domeHeight} 0 0 1 ${middle} ${top}A${reach} ${domeHeight} 0 0 1 ${middle + reach} ${eave}`,
    )
  const shaded = steps(4.5, 6.7, 0.25)
    .map((rib) => meridian(rib / 7))
    .map(
      (reach) =>
        trace`M${middle + reach} ${eave}A${reach} ${domeHeight} 0 0 0 ${middle + reach * 0.38} ${top + domeHeight * 0.075}`,
    )
  const parallels = [0.3, 0.56, 0.78, 0.92].map((up) => {
    const reach = domeHalf * Math.sqrt(1 - up * up)
    return trace`M${middle - reach} ${eave - domeHeight * up}h${reach * 2}`
  })
  return {
    eave,
    top,
    shape,
    ribs: [...bothSides, trace`M${middle} ${top}V${eave}`, ...parallels],
    shaded,
  }
}

/** Fronds that fall to both sides of a stem. */
function palm(x: number, foot: number, tall: number): string {
  const fronds = [-1, 1].flatMap((side) =>
    [
      [10, -20, 30, -6],
      [20, -14, 40, 14],
      [16, -4, 28, 30],
      [6, -24, 14, -30],
    ].map(
      ([bendX, bendY, tipX, tipY]) =>
        trace`M${x} ${foot - tall}q${side * bendX!} ${bendY!} ${side * tipX!} ${tipY!}`,
    ),
  )
  return trace`M${x - 2} ${foot}Q${x + 3} ${foot - tall / 2} ${x} ${foot - tall}` + fronds.join('')
}

function planting(middle: number, foot: number): string {
  const hall = palm(middle - 66, foot - 14, 84) + palm(middle + 58, foot - 14, 96)
  const wings = steps(132, 316, 23).flatMap((away, index) =>
    [-1, 1].map((side) => {
      const [x, tall] = [middle + side * away, 26 + ((index * 7) % 3) * 9]
      return trace`M${x} ${foot - 14}v${-tall}m-9 6q2 -8 9 -10q7 2 9 10m-20 10q4 -10 11 -12q8 2 11 12`
    }),
  )
  return hall + wings.join('')
}

function entrance(middle: number, foot: number): string {
  const door = trace`M${middle - 27} ${foot}v-78a27 27 0 0 1 54 0v78z`
  const panes = trace`M${middle} ${foot}v-105M${middle - 27} ${foot - 44}h54M${middle - 27} ${foot - 78}h54M${middle} ${foot - 78}l-19 -19M${middle} ${foot - 78}l19 -19`
  const surround = trace`M${middle - 33} ${foot}v-78a33 33 0 0 1 66 0v78`
  return paper(surround) + outline(surround) + solid(door) + tint(door) + fine(panes)
}

/** `middle` and `foot` say where its door stands. */
export function glasshouse(prefix: string, middle: number, foot: number): string {
  const parts = [-1, 1].flatMap((side) => [wing(middle, foot, side), pavilion(middle, foot, side)])
  const roof = dome(middle, foot)
  const { eave, top } = roof
  const [hall, farEnd] = [hallHalf, wingEnd + pavilionWidth]
  const body = trace`M${middle - farEnd} ${foot}V${foot - 100}l39 -68l39 68v-32H${middle - hall}V${eave}H${middle + hall}V${foot - 132}H${middle + wingEnd}v32l39 -68l39 68V${foot}z`
  const shade = trace`M${middle + 46} ${foot - 14}V${eave}H${middle + hall}V${foot - 14}zM${middle + 270} ${foot - 14}v-118h60v118zM${middle - 350} ${foot - 14}v-86h20v86zM${middle + 388} ${foot - 14}v-86h20v86z`
  const hallBars = [
    ...count(-8, 8).map((bar) => trace`M${middle + 12 * bar} ${eave}V${foot - 14}`),
    ...[14, 60, 104, 148].map((up) => trace`M${middle - hall} ${foot - up}h${hall * 2}`),
  ]
  const lantern =
    solid(trace`M${middle - 20} ${top + 2}v-22l20 -15l20 15v22z`) +
    fine(
      trace`M${middle - 20} ${top - 20}h40M${middle - 10} ${top}v-20M${middle} ${top}v-20M${middle + 10} ${top}v-20`,
    )
  const steps = solid(
    trace`M${middle - 420} ${foot}h840v10h-840zM${middle - 52} ${foot}h104l8 5h-120zM${middle - 60} ${foot + 5}h120l8 5h-136z`,
  )
  const base = hatched(
    prefix,
    'upright',
    trace`M${middle - farEnd} ${foot - 12}h${farEnd * 2}v12h${-farEnd * 2}z`,
  )
  return (
    paper(body, roof.shape) +
    tint(
      roof.shape,
      parts.map(({ glass }) => glass),
    ) +
    leaf(planting(middle, foot)) +
    hatched(prefix, 'closeSlant', shade) +
    hair(
      parts.flatMap(({ bars }) => bars),
      hallBars,
      roof.shaded,
    ) +
    fine(roof.ribs) +
    base +
    outline(
      body,
      roof.shape,
      parts.map(({ walls }) => walls),
    ) +
    heavy(roof.shape, trace`M${middle - 114} ${eave}h228M${middle} ${top - 34}v-26`) +
    lantern +
    entrance(middle, foot) +
    steps
  )
}
