/**
 * A session that is made fresh goes on under a new token: calls under way, in any tab of the browser, are then refused
 * for the old one. A refused call waits here for the new one before checking whether the session is still live.
 * Logging out holds it too, until its reply is there: a page that has left by then drops the call, and keeps the cookie.
 */
const name = 'glasshouse-session'

/** `exclusive` for what renews or clears the token. Without locks (plain http from another machine) nothing waits. */
export function underSessionLock<T>(mode: LockMode, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, { mode }, work) : work()
}
