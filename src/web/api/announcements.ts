/** What the firm announces: what a person got, and what staff propose, send and stop. */
import {
  countAudience,
  getAnnouncementReaders,
  getAnnouncements,
  getOwnAnnouncements,
  proposeAnnouncement,
  readAnnouncement,
  resumeAnnouncement,
  stopAnnouncement,
} from '../../contract/announcement.ts'
import { pages, read, send } from './calls.ts'

export const useOwnAnnouncementsInfiniteQuery = pages(getOwnAnnouncements, [
  'Announcements',
  'Activity',
]).useInfiniteQuery
export const useReadAnnouncementMutation = send(readAnnouncement, ['Announcements']).useMutation

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
