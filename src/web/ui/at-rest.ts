/** Answers when the browser has nothing more urgent to do; soon at the latest, and at once after that where it can't tell. */
export function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: 1500 })
    else setTimeout(resolve, 200)
  })
}

/** Lets the browser answer and draw before what comes next. A message is a task of its own, which no timer delays. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (port1.close(), resolve()))
    port1.start()
    port2.postMessage(null)
  })
}
