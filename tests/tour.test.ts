/** The tour is whole: every stop has its sentence and its picture, and the README shows some of them. */
import { imageSize } from 'image-size'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './support/source.ts'
import { stops } from './tour/stops.ts'

const text = (path: string) => readFileSync(join(root, path), 'utf8')
const picturesIn = (page: string) =>
  [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => path!)

test('docs/tour.md shows every stop with its sentence, and its picture in the size of its window', () => {
  const page = text('docs/tour.md')
  expect(picturesIn(page)).toEqual(stops.map(({ name }) => `tour/${name}.png`))
  for (const { name, says, phone } of stops) {
    expect(page).toContain(says)
    const { width } = imageSize(readFileSync(join(root, `docs/tour/${name}.png`)))
    expect([name, width]).toEqual([name, phone ? 375 : 1280])
  }
})

test('the README shows pictures of the tour', () => {
  const shown = picturesIn(text('README.md'))
  expect(shown).not.toEqual([])
  for (const path of shown) expect(stops.map(({ name }) => `docs/tour/${name}.png`)).toContain(path)
})
