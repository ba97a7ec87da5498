/** Where a person has saved that money is sent to. */
import { api } from './api.ts'
import { getDestinations, removeDestination, saveDestination } from '../../contract/destination.ts'
import type { Body, Reply } from './request.ts'

const destinations = api.injectEndpoints({
  endpoints: (build) => ({
    destinations: build.query<Reply<typeof getDestinations>, void>({
      query: () => ({ endpoint: getDestinations }),
      providesTags: ['Destinations'],
    }),
    saveDestination: build.mutation<Reply<typeof saveDestination>, Body<typeof saveDestination>>({
      query: (body) => ({ endpoint: saveDestination, body }),
      invalidatesTags: ['Destinations', 'Activity'],
    }),
    removeDestination: build.mutation<Reply<typeof removeDestination>, string>({
      query: (id) => ({ endpoint: removeDestination, params: { id } }),
      invalidatesTags: ['Destinations', 'Activity'],
    }),
  }),
})

export const { useDestinationsQuery, useSaveDestinationMutation, useRemoveDestinationMutation } =
  destinations
