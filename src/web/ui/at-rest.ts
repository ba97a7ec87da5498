/** Answers when the browser has nothing more urgent to do; soon at the latest, and at once after that where it can't tell. */
export function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: 1500 })
    else setTimeout(resolve, 200)
  })
}
