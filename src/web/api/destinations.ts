/** Where a person has saved that money is sent to. */
import { getDestinations, removeDestination, saveDestination } from '../../contract/destination.ts'
import { read, send } from './calls.ts'

const changed = ['Destinations', 'Activity'] as const

export const useDestinationsQuery = read(getDestinations, ['Destinations']).useQuery
export const useSaveDestinationMutation = send(saveDestination, changed).useMutation
export const useRemoveDestinationMutation = send(removeDestination, changed).useMutation
