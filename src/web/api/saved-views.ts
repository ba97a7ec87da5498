/** How staff look at lists, saved by names. */
import { deleteView, getSavedViews, renameView, saveView } from '../../contract/saved-view.ts'
import { read, send } from './calls.ts'

export const useSavedViewsQuery = read(getSavedViews, ['SavedViews']).useQuery
export const useSaveViewMutation = send(saveView, ['SavedViews']).useMutation
export const useRenameViewMutation = send(renameView, ['SavedViews']).useMutation
export const useDeleteViewMutation = send(deleteView, ['SavedViews']).useMutation
