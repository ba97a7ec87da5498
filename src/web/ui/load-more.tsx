import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './load-more.module.css'

type LoadMoreProps = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  /** Whether anything of the list is being asked for: meanwhile the next page isn't. */
  isFetching?: boolean
  fetchNextPage(): unknown
  /** Asks by itself when it comes near the window; pressing it does the same. */
  byItself?: boolean
}

/** How far from the window the end of a list may be when more is asked for. */
const near = '800px 0px'

export function LoadMore({
  hasNextPage,
  isFetchingNextPage,
  isFetching = isFetchingNextPage,
  fetchNextPage,
  byItself = false,
}: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const wanted = byItself && hasNextPage && !isFetching
  useEffect(() => {
    if (!wanted) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: near,
    })
    watch.observe(end.current!)
    return () => watch.disconnect()
  }, [wanted, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div className={styles.more} ref={end}>
      <Button variant="default" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Loading...' : 'Load more'}
      </Button>
    </div>
  )
}
