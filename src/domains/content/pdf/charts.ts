/** The charts of the paper as vectors, from the same proportions as the page's. */
import {
  axisSteps,
  fillOf,
  labelled,
  panes,
  projectionSeries,
  spans,
  type ProjectionChart,
  type ProjectionSeries,
  type ShareChart,
  type ShareFill,
} from '../../../contract/charts.ts'
import { palette } from '../../../platform/pdf/palette.ts'
import { fillShape, type Box } from '../../../platform/pdf/shapes.ts'
import { columnWidth, page, styles, type Sheet } from '../../../platform/pdf/sheet.ts'

/** The mark of a share, beside its name in the table. */
export function drawSwatch(sheet: Sheet, x: number, y: number, fill: ShareFill): void {
  const box = { x, y, width: 8, height: 8 }
  fillShape(sheet, box, fill, () => sheet.doc.rect(x, y, 8, 8))
}

const paneSize = columnWidth / 20

/** Five panes high and twenty wide, filled column by column. */
function drawWindow(sheet: Sheet, chart: ShareChart, top: number): void {
  const { doc } = sheet
  const gap = 1.1
  for (const [pane, index] of panes(chart).entries()) {
    const row = pane % 5
    const box = {
      x: page.column + ((pane - row) / 5) * paneSize + gap,
      y: top + row * paneSize + gap,
      width: paneSize - 2 * gap,
      height: paneSize - 2 * gap,
    }
    fillShape(sheet, box, fillOf(index), () => doc.rect(box.x, box.y, box.width, box.height))
  }
  doc
    .rect(page.column - 1.5, top - 1.5, columnWidth + 3, 5 * paneSize + 3)
    .lineWidth(1.2)
    .strokeColor(palette.ink)
    .stroke()
  const hasRoom = labelled(chart)
  for (const [index, { from, to }] of spans(chart).entries()) {
    if (hasRoom[index])
      sheet.print(
        `${to - from}%`,
        styles.tick,
        page.column + (from / 5) * paneSize + gap,
        top + 5 * paneSize + 7,
        40,
      )
  }
}

const ring = { outer: 74, inner: 46, height: 190 }

function drawRing(sheet: Sheet, chart: ShareChart, top: number): void {
  const { doc } = sheet
  const middle = { x: page.column + columnWidth / 2, y: top + ring.height / 2 }
  const at = (radius: number, percent: number) => {
    const angle = (percent / 50 - 0.5) * Math.PI
    return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) }
  }
  const box = {
    x: middle.x - ring.outer,
    y: middle.y - ring.outer,
    width: 2 * ring.outer,
    height: 2 * ring.outer,
  }
  for (const [index, { from, to }] of spans(chart).entries()) {
    const corners = [
      at(ring.outer, from),
      at(ring.outer, to),
      at(ring.inner, to),
      at(ring.inner, from),
    ] as const
    const large = to - from > 50 ? 1 : 0
    const arc = (radius: number, sweep: 0 | 1, { x, y }: { x: number; y: number }) =>
      `A${radius} ${radius} 0 ${large} ${sweep} ${x} ${y}`
    const outline = `M${corners[0].x} ${corners[0].y}${arc(ring.outer, 1, corners[1])}L${corners[2].x} ${corners[2].y}${arc(ring.inner, 0, corners[3])}Z`
    fillShape(sheet, box, fillOf(index), () => doc.path(outline))
    const label = at(ring.outer + 13, (from + to) / 2)
    sheet.print(`${to - from}%`, styles.tick, label.x - 20, label.y - 4.5, 40, 'center')
  }
  for (const radius of [ring.outer + 3, ring.inner - 3])
    doc.circle(middle.x, middle.y, radius).lineWidth(0.5).strokeColor(palette['ink-3']).stroke()
  sheet.print('100%', { ...styles.figure, size: 18 }, middle.x - 40, middle.y - 12, 80, 'center')
}

const panel = { height: 118, head: 20, axis: 30 }

function drawPanel(
  sheet: Sheet,
  { years }: ProjectionChart,
  series: ProjectionSeries,
  { x, y, width }: Omit<Box, 'height'>,
): void {
  const { doc } = sheet
  const values = years.map(series.of)
  const steps = axisSteps(values)
  const foot = y + panel.head + panel.height
  const plot = width - panel.axis
  const heightOf = (value: number) => (value / steps[1]) * (panel.height - 12)
  sheet.print(series.name, styles.name, x, y, plot)
  for (const step of [0, ...steps]) {
    sheet.line(
      x,
      foot - heightOf(step),
      x + plot,
      step === 0 ? 'ink' : 'rule',
      step === 0 ? 0.8 : 0.5,
    )
    sheet.print(series.say(step), styles.tick, x + plot + 5, foot - heightOf(step) - 5, panel.axis)
  }
  const slot = plot / years.length
  for (const [index, value] of values.entries()) {
    const box = {
      x: x + (index + 0.28) * slot,
      y: foot - heightOf(value),
      width: 0.44 * slot,
      height: heightOf(value),
    }
    if (value > 0)
      fillShape(sheet, box, series.fill, () => doc.rect(box.x, box.y, box.width, box.height))
    sheet.print(
      series.say(value),
      { ...styles.tick, ink: 'ink' },
      x + index * slot,
      box.y - 11,
      slot,
      'center',
    )
    sheet.print(String(years[index]!.year), styles.tick, x + index * slot, foot + 5, slot, 'center')
  }
}

function drawProjection(sheet: Sheet, chart: ProjectionChart, top: number): void {
  const between = 18
  const width = (columnWidth - between) / projectionSeries.length
  for (const [index, series] of projectionSeries.entries())
    drawPanel(sheet, chart, series, { x: page.column + index * (width + between), y: top, width })
}

export function chartHeight(chart: ShareChart | ProjectionChart): number {
  if (chart.kind === 'projection') return panel.head + panel.height + 22
  return chart.drawn === 'window' ? 5 * paneSize + 22 : ring.height
}

export function drawChart(sheet: Sheet, chart: ShareChart | ProjectionChart, top: number): void {
  if (chart.kind === 'projection') drawProjection(sheet, chart, top)
  else if (chart.drawn === 'window') drawWindow(sheet, chart, top)
  else drawRing(sheet, chart, top)
}
