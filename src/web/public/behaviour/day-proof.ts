import type { ShownDay } from '../../../lib/liabilities/published.ts'
import type { Said } from './check-day-proof.ts'

function show(place: HTMLElement, { tone, words, steps }: Said): void {
  const title = document.createElement('p')
  title.textContent = words
  const list = document.createElement('ol')
  list.append(
    ...steps.map((step) => {
      const item = document.createElement('li')
      item.textContent = step
      return item
    }),
  )
  place.dataset['tone'] = tone
  place.replaceChildren(title, ...(steps.length > 0 ? [list] : []))
}

const notLoaded: Said = {
  tone: 'bad',
  words: 'Nothing was checked: a file could not be loaded. Please try again.',
  steps: [],
}

/** What hashes and compares is loaded with the first press: most readers never ask for it. */
export function startDayProof(part: HTMLElement): void {
  const shown = JSON.parse(part.dataset['dayProof']!) as ShownDay
  const before = part.dataset['before'] ?? null
  const button = part.querySelector<HTMLButtonElement>('[data-check]')!
  const place = part.querySelector<HTMLElement>('[data-said]')!
  const words = button.textContent
  let isChecking = false
  button.disabled = false
  // Not disabled meanwhile: whoever pressed it by keyboard would lose their place.
  button.addEventListener('click', async () => {
    if (isChecking) return
    isChecking = true
    button.textContent = 'Checking...'
    try {
      const { checkDayProof } = await import('./check-day-proof.ts')
      show(place, await checkDayProof(shown, before))
    } catch {
      show(place, notLoaded)
    } finally {
      button.textContent = words
      isChecking = false
    }
  })
}
