import { useOverviewQuery } from '../api/overview.ts'
import { usd } from '../ui/amount.ts'

/** Said beside the total of all that was ever invested, which holds what was undone too; undefined where nothing was. */
export function useUndone(): string | undefined {
  const undone = useOverviewQuery().data?.data.overview.undone ?? 0
  return undone === 0 ? undefined : `${usd(undone)} of it was undone`
}
