import { describe, expect, test } from 'vitest'
import { middleOf, placeFor, type Box } from './toast-place.ts'

const toast = { width: 320, height: 60 }
const wide: Box = { left: 16, top: 100, right: 1264, bottom: 884 }
const narrow: Box = { left: 0, top: 100, right: 320, bottom: 700 }
const row = (top: number, bottom: number, left = 0, right = 320): Box => ({
  left,
  top,
  right,
  bottom,
})

describe('a toast', () => {
  test('stands at the top right', () =>
    expect(placeFor(toast, wide, [], null)).toEqual({ left: 944, top: 100 }))
  test('gives way to a control, downwards', () => {
    expect(placeFor(toast, wide, [row(110, 150, 1000, 1100)], null)).toEqual({
      left: 944,
      top: 154,
    })
  })
  test('passes by what is too narrow for it', () => {
    expect(placeFor(toast, narrow, [row(100, 140), row(190, 230), row(300, 340)], null)).toEqual({
      left: 0,
      top: 234,
    })
  })
  test('goes to the middle where the whole right is taken', () => {
    expect(placeFor(toast, wide, [row(0, 900, 1000, 1264)], null)).toEqual({ left: 480, top: 100 })
  })
  test('stays where it is while that is free, and leaves when it isn’t', () => {
    expect(placeFor(toast, wide, [], { left: 944, top: 400 })).toEqual({ left: 944, top: 400 })
    expect(placeFor(toast, wide, [row(410, 440, 1000, 1100)], { left: 944, top: 400 })).toEqual({
      left: 944,
      top: 100,
    })
    expect(placeFor(toast, narrow, [], { left: 944, top: 400 })).toEqual({ left: 0, top: 100 })
  })
  test('stands in the place that its page keeps for it, wherever it was, unless something has come there', () => {
    const own = middleOf({ left: 400, top: 36, right: 880, bottom: 104 }, toast)
    expect(own).toEqual({ left: 480, top: 40 })
    const elsewhere = { left: 944, top: 400 }
    expect(placeFor(toast, wide, [row(110, 150, 1000, 1100)], elsewhere, own)).toEqual(own)
    expect(placeFor(toast, wide, [row(60, 90, 700, 900)], elsewhere, own)).toEqual(elsewhere)
  })
  test('is in the middle of a gap that is lower than itself only across', () =>
    expect(middleOf({ left: 0, top: 44, right: 321, bottom: 94 }, toast)).toEqual({
      left: 0,
      top: 44,
    }))
  test('covers as little as it can where there is no place', () => {
    const controls = [row(100, 400), row(400, 660, 0, 320), row(660, 700, 300, 320)]
    expect(placeFor(toast, narrow, controls, null).top).toBe(640)
  })
  test('stands in a window that is hardly higher than itself', () => {
    expect(
      placeFor(toast, { left: 0, top: 100, right: 320, bottom: 120 }, [row(100, 120)], null),
    ).toEqual({ left: 0, top: 100 })
  })
})
