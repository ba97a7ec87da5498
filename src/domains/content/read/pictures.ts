/** The pictures of a pack: each read once, measured, and kept under an address that holds its hash. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import { z } from 'zod'
import type { Picture } from '../../../contract/site.ts'

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
}

export type KeptPicture = { body: Buffer; type: string }

const reference = /^(pictures\/[a-z0-9]+(?:-[a-z0-9]+)*)\.(svg|avif|webp|png|jpg)(#[a-z]+)?$/

/** Collects what the pack refers to, by the path that it is served at. */
export class PictureShelf {
  readonly kept = new Map<string, KeptPicture>()
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Where a file of the pack is served, and its size in pixels. Throws what is wrong with it, in words for the pack's author. */
  take(file: string): { src: string; type: string; width: number; height: number } {
    const match = reference.exec(file)
    if (!match)
      throw new RangeError(`${file} is not the name of a picture: it looks like pictures/name.svg`)
    const [, name, extension, view = ''] = match
    const body = this.#read(`${name}.${extension}`)
    const { width, height } = measure(file, body)
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10)
    const path = `/${name}.${hash}.${extension}`
    const type = types[extension!]!
    this.kept.set(path, { body, type })
    return { src: path + view, type, width, height }
  }

  #read(name: string): Buffer {
    try {
      return readFileSync(join(this.#folder, name))
    } catch {
      throw new RangeError(`${name} does not stand in the pack`)
    }
  }
}

function measure(file: string, body: Buffer): { width: number; height: number } {
  try {
    return imageSize(body)
  } catch {
    throw new RangeError(`${file} cannot be read as a picture`)
  }
}

/** Runs `take` and makes what it throws a complaint about the field. */
function taken<T>(context: z.RefinementCtx, take: () => T): T {
  try {
    return take()
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as RangeError).message })
    return z.NEVER
  }
}

/** `pictures/name.svg`, or one view of it such as `pictures/name.svg#dark`. */
export function pictureFile(shelf: PictureShelf) {
  return z
    .string('a file such as pictures/name.svg is needed')
    .transform((file, context) => taken(context, () => shelf.take(file)))
}

/** A picture with its words: `file`, `alt` (empty where it only decorates), and `dark` where the dark scheme has a plate of its own. */
export function picture(shelf: PictureShelf) {
  return z
    .strictObject({
      file: pictureFile(shelf),
      dark: pictureFile(shelf).optional(),
      alt: z.string('alt says what the picture shows; it is empty where it only decorates'),
    })
    .transform(({ file, dark, alt }): Picture => ({ ...file, dark: dark?.src ?? null, alt }))
}

/** How a pack calls a picture that is served at this path. */
export const nameInPack = (path: string): string =>
  path.slice(1).replace(/\.[\w-]{10}(?=\.\w+$)/, '')
