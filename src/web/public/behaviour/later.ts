import { atRest } from '../../ui/at-rest.ts'

/** Parts below the first view are laid out one after the other, when the browser has nothing better to do: laid out at once they would keep it from answering. */
export async function layOutLater(page: Document, laidOut: (part: Element) => void): Promise<void> {
  for (const part of page.querySelectorAll('[data-later]')) {
    await atRest()
    part.removeAttribute('data-later')
    laidOut(part)
  }
}
