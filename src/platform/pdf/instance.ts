/**
 * A variable font at one weight: a PDF holds no others. By HarfBuzz's own program for it, in WebAssembly, which its package
 * brings without words for it: addresses of its memory go in and come out.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Subset = {
  memory: { buffer: ArrayBuffer }
  _initialize(): void
  malloc(length: number): number
  free(at: number): void
  hb_blob_create(at: number, length: number, mode: number, data: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_keep_everything(input: number): void
  hb_subset_input_pin_axis_location(
    input: number,
    face: number,
    axis: number,
    place: number,
  ): number
  hb_subset_or_fail(face: number, input: number): number
}

/** Part of every JavaScript, which the types of Node leave to those of browsers. */
const { Instance, Module } = (
  globalThis as unknown as {
    WebAssembly: {
      Module: new (program: Uint8Array) => object
      Instance: new (module: object) => { exports: unknown }
    }
  }
).WebAssembly

let subset: Subset | null = null

function load(): Subset {
  if (subset) return subset
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  subset = new Instance(new Module(readFileSync(path))).exports as Subset
  subset._initialize()
  return subset
}

const weightAxis = Buffer.from('wght').readUInt32BE()
const writable = 2

/** `file`: a variable font with an axis for its weight. */
export function instanceOf(file: Buffer, weight: number): Buffer {
  const hb = load()
  const place = hb.malloc(file.length)
  new Uint8Array(hb.memory.buffer, place, file.length).set(file)
  const blob = hb.hb_blob_create(place, file.length, writable, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_keep_everything(input)
  hb.hb_subset_input_pin_axis_location(input, face, weightAxis, weight)
  const made = hb.hb_subset_or_fail(face, input)
  if (made === 0) throw new Error('The font has no such weight')
  const bytes = hb.hb_face_reference_blob(made)
  const from = hb.hb_blob_get_data(bytes, 0)
  const instance = Buffer.from(new Uint8Array(hb.memory.buffer, from, hb.hb_blob_get_length(bytes)))
  hb.hb_blob_destroy(bytes)
  hb.hb_face_destroy(made)
  hb.hb_subset_input_destroy(input)
  hb.hb_face_destroy(face)
  hb.hb_blob_destroy(blob)
  hb.free(place)
  return instance
}
