/** What staff propose to announce, send and stop. */
import {
  countAudience,
  getAnnouncementReaders,
  getAnnouncements,
  proposeAnnouncement,
  resumeAnnouncement,
  stopAnnouncement,
} from '../../contract/announcement-sending.ts'
import { pages, read, send } from './calls.ts'

export const useAnnouncementsInfiniteQuery = pages(getAnnouncements, [
  'Announcements',
  'Proposals',
]).useInfiniteQuery
export const useAnnouncementReadersInfiniteQuery = pages(getAnnouncementReaders, [
  'Announcements',
]).useInfiniteQuery
export const useAudienceQuery = read(countAudience, ['Announcements']).useQuery
export const useProposeAnnouncementMutation = send(proposeAnnouncement, ['Proposals']).useMutation
export const useResumeAnnouncementMutation = send(resumeAnnouncement, ['Proposals']).useMutation
export const useStopAnnouncementMutation = send(stopAnnouncement, [
  'Announcements',
  'Proposals',
]).useMutation
