/** What is kept about whoever is signed in and copies of all of it, and the firm's schedule for staff. */
import { getArchives, openArchive, requestArchive } from '../../contract/archive.ts'
import { getKeptData, getKeptSchedule } from '../../contract/kept-data.ts'
import { read, send } from './calls.ts'

export const useKeptDataQuery = read(getKeptData, ['Activity']).useQuery
export const useArchivesQuery = read(getArchives, ['Archives']).useQuery
export const useRequestArchiveMutation = send(requestArchive, ['Archives', 'Activity']).useMutation
// Changes nothing; sent each time, since the link is good for a minute alone.
export const useOpenArchiveMutation = send(openArchive).useMutation
export const useKeptScheduleQuery = read(getKeptSchedule, ['Activity']).useQuery
