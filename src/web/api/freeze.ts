/** What an account is frozen by, as its activity tells it. */
import { useActivityInfiniteQuery } from './activity.ts'

type At = { at: string }
type Lasts<T extends At> = {
  /** By people, and by a deposit that its network has taken away. */
  frozen: readonly (T | undefined)[]
  unfrozen: T | undefined
  begun: T | undefined
  ended: T | undefined
}

const newest = <T extends At>(found: readonly (T | undefined)[]): T | undefined =>
  found.filter((one) => one !== undefined).toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]

const notBefore = <T extends At>(one: T | undefined, end: T | undefined) =>
  one && one.at >= (end?.at ?? '') ? one : undefined

/** Of an account that is frozen: the newest freeze that nothing has ended since. A check ends alone: where nothing else is left, another one holds it. */
export function freezeIn<T extends At>({ frozen, unfrozen, begun, ended }: Lasts<T>) {
  const byOthers = notBefore(newest(frozen), unfrozen)
  return newest([byOthers, notBefore(begun, ended)]) ?? begun
}

const useLast = (userId: string | null, kind: string) =>
  useActivityInfiniteQuery({ userId, kind, limit: '1' })

/** Undefined until all of it is known. */
export function useFreeze(userId: string | null) {
  const frozen = [
    useLast(userId, 'account-frozen'),
    useLast(userId, 'coin-deposit-reversed'),
    useLast(userId, 'coin-deposit-gone'),
  ]
  const [unfrozen, begun, ended] = [
    useLast(userId, 'account-unfrozen'),
    useLast(userId, 'check-begun'),
    useLast(userId, 'check-ended'),
  ]
  if ([...frozen, unfrozen, begun, ended].some(({ data }) => data === undefined)) return undefined
  const itemOf = ({ data }: typeof begun) => data?.pages[0]?.data.activity[0]
  return freezeIn({
    frozen: frozen.map(itemOf),
    unfrozen: itemOf(unfrozen),
    begun: itemOf(begun),
    ended: itemOf(ended),
  })
}
