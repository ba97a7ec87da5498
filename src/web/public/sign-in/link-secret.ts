import { useEffect } from 'react'
import { useParams } from 'react-router'

/**
 * The secret of a mail's link. It leaves the address at once, so that neither the history nor a look over the shoulder
 * gives it away, and stays in the memory of the page alone: null after a reload. The router isn't told, since for it the
 * page would be another one.
 */
export function useLinkSecret(cleanPath: string): string | null {
  const { token } = useParams()
  useEffect(() => {
    if (token !== undefined) window.history.replaceState(window.history.state, '', cleanPath)
  }, [token, cleanPath])
  return token ?? null
}
