/** The one thing kept in local storage: `userInfo`. */
import type { UserInfo } from './session.ts'

const item = 'userInfo'

export function readUserInfo(): UserInfo | null {
  try {
    const info = JSON.parse(localStorage.getItem(item) ?? 'null') as UserInfo | null
    const user = info?.data?.user
    return user && typeof user.fullName === 'string' && typeof user.role === 'string' ? info : null
  } catch {
    return null
  }
}

export function keepUserInfo(info: UserInfo): void {
  tryTo(() => localStorage.setItem(item, JSON.stringify(info)))
}

export function forgetUserInfo(): void {
  tryTo(() => localStorage.removeItem(item))
}

/** Calls back when another tab signs out. */
export function onForgottenElsewhere(then: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key === item || event.key === null) && readUserInfo() === null) then()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Storage may be forbidden altogether; then the sign-in lasts as long as the page. */
function tryTo(write: () => void): void {
  try {
    write()
  } catch {
    return
  }
}
