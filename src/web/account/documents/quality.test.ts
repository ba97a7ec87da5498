import { describe, expect, test } from 'vitest'
import { notesOn, type Look } from './quality.ts'

const [width, height] = [200, 150]

/** A desk of this brightness, and on it a card with lines of print between these corners. */
function photo(desk: number, [left, top, right, bottom]: number[], card = 220): Look {
  const grey = new Uint8Array(width * height).fill(desk)
  for (let y = top!; y < bottom!; y += 1)
    for (let x = left!; x < right!; x += 1)
      grey[y * width + x] = y % 6 < 3 && x % 4 < 2 ? card / 4 : card
  return { grey, width, height, original: { width: 2000, height: 1500 } }
}
const whole = [30, 25, 170, 125]

describe('a look at a photo', () => {
  test('finds nothing in one of a whole card in the light', () => {
    expect(notesOn(photo(150, whole))).toEqual([])
  })
  test('finds nothing in a white page with its margins, or in an empty one', () => {
    expect(notesOn(photo(250, whole, 250))).toEqual([])
    expect(notesOn(photo(250, [0, 0, 0, 0]))).toEqual([])
  })
  test('says that one is too dark', () => {
    expect(notesOn(photo(20, whole, 90)).join()).toContain('too dark')
  })
  test.each([
    ['left', [0, 25, 170, 125]],
    ['top', [30, 0, 170, 125]],
    ['right', [30, 25, 200, 125]],
    ['bottom', [30, 25, 170, 150]],
  ])('says that a card runs over the edge at the %s', (_, corners) => {
    expect(notesOn(photo(150, corners)).join()).toContain('cut off')
  })
  test('says that one is small', () => {
    const look = photo(150, whole)
    expect(notesOn({ ...look, original: { width: 599, height: 2000 } }).join()).toContain('small')
  })
})
