/** Copying an example. A browser that refuses says so; the text can be marked by hand. */
export function startCopy(button: HTMLButtonElement): void {
  button.hidden = false
  button.addEventListener('click', () => {
    const text = button.closest('figure')!.querySelector('pre')!.textContent
    const say = (word: string) => {
      button.textContent = word
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    }
    Promise.resolve(
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard')),
    ).then(
      () => say('Copied'),
      () => say('Not allowed'),
    )
  })
}

/** Leaves the calls whose name, path or summary has every word that is typed; without words, all. */
export function startSearch(place: HTMLElement): void {
  place.hidden = false
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const calls = all('section[data-api-call]')
  const said = new Map(
    calls.map((call) => [
      call.dataset['apiCall']!,
      `${call.dataset['apiCall']} ${call.querySelector('h3')!.textContent} ${call.querySelector('p')!.textContent}`.toLowerCase(),
    ]),
  )
  const field = place.querySelector('input')!
  const none = document.querySelector<HTMLElement>('[data-api-none]')!
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const one of all('[data-api-call]'))
      one.hidden = !words.every((word) => said.get(one.dataset['apiCall']!)!.includes(word))
    none.textContent = calls.some((call) => !call.hidden)
      ? ''
      : 'No call matches these words. Try fewer.'
    for (const group of all('[data-api-group]'))
      group.hidden = group.querySelector('[data-api-call]:not([hidden])') === null
  })
}
