/** A mutex for each key: work under the same key runs one after the other, under different keys side by side. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()
  return function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (last.get(key) ?? Promise.resolve()).then(work)
    const done = result
      .catch(() => {})
      .then(() => {
        if (last.get(key) === done) last.delete(key)
      })
    last.set(key, done)
    return result
  }
}
