/** What an account is frozen by, as its activity tells it. */
import type { User } from '../../contract/user.ts'
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

const byOthersIn = <T extends At>({ frozen, unfrozen }: Pick<Lasts<T>, 'frozen' | 'unfrozen'>) =>
  notBefore(newest(frozen), unfrozen)

/** Of an account that is frozen: the newest freeze that nothing has ended since. A check ends alone: where nothing else is left, another one holds it. */
export const freezeIn = <T extends At>({ begun, ended, ...byOthers }: Lasts<T>) =>
  newest([byOthersIn(byOthers), notBefore(begun, ended)]) ?? begun

/** Whether a frozen account is frozen by a check and by nobody besides: somebody can freeze it to stay. */
export const isByCheckAlone = <T extends At>({ begun, ...byOthers }: Omit<Lasts<T>, 'ended'>) =>
  begun !== undefined && byOthersIn(byOthers) === undefined

type Asked = { userId: string | null; skip: boolean }

const useLast = ({ userId, skip }: Asked, kind: string) =>
  useActivityInfiniteQuery({ userId, kind, limit: '1' }, { skip })

/** Undefined until all of it is known. */
function useLasts(asked: Asked) {
  const frozen = [
    useLast(asked, 'account-frozen'),
    useLast(asked, 'coin-deposit-reversed'),
    useLast(asked, 'coin-deposit-gone'),
  ]
  const [unfrozen, begun, ended] = [
    useLast(asked, 'account-unfrozen'),
    useLast(asked, 'check-begun'),
    useLast(asked, 'check-ended'),
  ]
  if ([...frozen, unfrozen, begun, ended].some(({ data }) => data === undefined)) return undefined
  const itemOf = ({ data }: typeof begun) => data?.pages[0]?.data.activity[0]
  return {
    frozen: frozen.map(itemOf),
    unfrozen: itemOf(unfrozen),
    begun: itemOf(begun),
    ended: itemOf(ended),
  }
}

/** Undefined until all of it is known. */
export function useFreeze(userId: string | null) {
  const lasts = useLasts({ userId, skip: false })
  return lasts && freezeIn(lasts)
}

/** What somebody's status can be changed to: an account that a check alone has frozen is frozen to stay, since only the check's end lifts its freeze. */
export function useNextStatus(
  userId: string | null,
  { status }: Pick<User, 'status'>,
): 'frozen' | 'active' {
  const isFrozen = status === 'frozen'
  const lasts = useLasts({ userId, skip: !isFrozen })
  return isFrozen && !(lasts && isByCheckAlone(lasts)) ? 'active' : 'frozen'
}
