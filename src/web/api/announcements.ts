/** What the firm announced to a person. */
import { getOwnAnnouncements, readAnnouncement } from '../../contract/announcement.ts'
import { pages, send } from './calls.ts'

export const useOwnAnnouncementsInfiniteQuery = pages(getOwnAnnouncements, [
  'Announcements',
  'Activity',
]).useInfiniteQuery
export const useReadAnnouncementMutation = send(readAnnouncement, ['Announcements']).useMutation
