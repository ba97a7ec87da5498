import { Button } from '@mantine/core'
import styles from './load-more.module.css'

type LoadMoreProps = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown }

export function LoadMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: LoadMoreProps) {
  if (!hasNextPage) return null
  return (
    <div className={styles.more}>
      <Button variant="default" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Loading...' : 'Load more'}
      </Button>
    </div>
  )
}
