import { useSyncExternalStore } from 'react'

const onPaper = () => matchMedia('print')

function subscribe(listener: () => void): () => void {
  const query = onPaper()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the page is being printed: what is only drawn where it is seen has to be drawn whole. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => onPaper().matches,
    () => false,
  )
}
