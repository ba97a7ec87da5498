/** Runs work of the same name one after the other, and work of different names side by side. */
export function createLanes() {
  const lanes = new Map<string, Promise<unknown>>()
  return function inLane<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (lanes.get(name) ?? Promise.resolve()).then(work)
    const done = result
      .catch(() => {})
      .then(() => {
        if (lanes.get(name) === done) lanes.delete(name)
      })
    lanes.set(name, done)
    return result
  }
}
