/** How staff look at lists, saved by names. */
import { api } from './api.ts'
import { deleteView, getSavedViews, renameView, saveView } from '../../contract/saved-view.ts'
import type { Body, Params, Reply } from './request.ts'

const views = api.injectEndpoints({
  endpoints: (build) => ({
    savedViews: build.query<Reply<typeof getSavedViews>, void>({
      query: () => ({ endpoint: getSavedViews }),
      providesTags: ['SavedViews'],
    }),
    saveView: build.mutation<Reply<typeof saveView>, Body<typeof saveView>>({
      query: (body) => ({ endpoint: saveView, body }),
      invalidatesTags: ['SavedViews'],
    }),
    renameView: build.mutation<
      Reply<typeof renameView>,
      Params<typeof renameView> & Body<typeof renameView>
    >({
      query: ({ id, ...body }) => ({ endpoint: renameView, params: { id }, body }),
      invalidatesTags: ['SavedViews'],
    }),
    deleteView: build.mutation<Reply<typeof deleteView>, string>({
      query: (id) => ({ endpoint: deleteView, params: { id } }),
      invalidatesTags: ['SavedViews'],
    }),
  }),
})

export const {
  useSavedViewsQuery,
  useSaveViewMutation,
  useRenameViewMutation,
  useDeleteViewMutation,
} = views
