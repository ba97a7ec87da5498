/** What waits for staff: of each kind how much, and whose each piece is. */
import {
  getStaffWork,
  getWorkItems,
  getWorkPeople,
  giveWork,
  putOffWork,
  returnWork,
  takeWork,
  workPlaces,
  type StaffWorkItem,
  type WorkName,
} from '../../contract/staff-work.ts'
import { anyUser, anyWithdrawal, books } from './api.ts'
import { pages, polledEvery, read, send } from './calls.ts'

const whatWaits = [
  ...books,
  ...anyWithdrawal,
  ...anyUser,
  'AccessChanges',
  'Evidence',
  'Gate',
  'Proposals',
  'StaffWork',
] as const

const work = read(getStaffWork, whatWaits)
const items = read(getWorkItems, whatWaits, { always: { limit: '200' } })

/** Whose each piece is; what is due first, first. */
export const useWorkItemsInfiniteQuery = pages(getWorkItems, whatWaits, {
  limit: '50',
}).useInfiniteQuery

/** One piece; undefined where it waits no longer, or isn't one's to read. */
export function useWorkItem(of: WorkName, id: string): StaffWorkItem | undefined {
  return items.useQuery({ work: of, item: id }, polledEvery(15_000)).currentData?.data.items[0]
}

/** Those of a kind, by their ids. */
export function useWorkItemsOf(
  of: WorkName,
  { skip = false } = {},
): ReadonlyMap<string, StaffWorkItem> {
  const { data } = items.useQuery({ work: of }, { skip, ...polledEvery(15_000) })
  return new Map(data?.data.items.map((one) => [one.id, one]))
}

export const { useQuery: useWorkPeopleQuery, useLazyQuery: useLazyWorkPeopleQuery } = read(
  getWorkPeople,
  ['StaffWork'],
)

export const useTakeWorkMutation = send(takeWork, ['StaffWork']).useMutation
export const useGiveWorkMutation = send(giveWork, ['StaffWork']).useMutation
export const useReturnWorkMutation = send(returnWork, ['StaffWork']).useMutation
export const usePutOffWorkMutation = send(putOffWork, ['StaffWork']).useMutation

export const useWork = ({ skip = false } = {}) =>
  work.useQuery(undefined, { skip, ...polledEvery(15_000) })

/** How much there is to decide for whoever asks: in all, and by the page where it is decided. */
export function useToDecide(asking: { skip: boolean }) {
  const work = useWork(asking).data?.data.work ?? []
  const sum = (rows: typeof work) => rows.reduce((all, { toDecide }) => all + toDecide, 0)
  return {
    inAll: sum(work),
    late: work.reduce((all, { late }) => all + late, 0),
    at: (page: string) => sum(work.filter(({ of }) => workPlaces[of].to.split('?')[0] === page)),
  }
}
