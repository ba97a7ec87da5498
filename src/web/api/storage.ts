/** Who is signed in, in local storage. */
import { storageNames } from '../../contract/browser-names.ts'
import { underSessionLock } from './session-lock.ts'
import type { UserInfo } from './session.ts'

const item = storageNames.signedIn

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

/** Whose times one of staff chose to read. */
export type WhoseZone = 'own' | 'firm'

export function readWhoseZone(): WhoseZone {
  try {
    return localStorage.getItem(storageNames.zone) === 'firm' ? 'firm' : 'own'
  } catch {
    return 'own'
  }
}

export function keepWhoseZone(whose: WhoseZone): void {
  tryTo(() => localStorage.setItem(storageNames.zone, whose))
}

export function forgetUserInfo(): void {
  tryTo(() => localStorage.removeItem(item))
}

/**
 * Calls back when another tab signs out or somebody else in, or a reply has the browser clear its storage. Browsers do so
 * before they look at the cookies of that reply: who dropped its call at once would keep the cookie, so a call that logs
 * out ends first. A page that was put away meanwhile, and is shown again, was told of nothing.
 */
export function onAnotherElsewhere(
  idHere: () => string | null,
  then: (info: UserInfo | null) => void,
): () => void {
  const thenIfAnother = async () => {
    const [info, id] = [readUserInfo(), idHere()]
    if (info === null || (id !== null && info.data.user.id !== id)) then(info)
  }
  const look = () => void underSessionLock('shared', thenIfAnother)
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener(
    'storage',
    ({ key }) => {
      if (key === item || key === null) look()
    },
    { signal },
  )
  window.addEventListener('pageshow', ({ persisted }) => persisted && look(), { signal })
  return () => listening.abort()
}

/** Storage may be forbidden altogether; then the sign-in lasts as long as the page. */
function tryTo(write: () => void): void {
  try {
    write()
  } catch {
    return
  }
}
