/** People's documents: the own ones, and those that staff open. */
import {
  getDocuments,
  getUserDocuments,
  removeDocument,
  viewDocument,
} from '../../contract/document.ts'
import { read, send } from './calls.ts'

export const useDocumentsQuery = read(getDocuments, ['Documents']).useQuery
export const useRemoveDocumentMutation = send(removeDocument, ['Documents', 'Activity']).useMutation
export const useUserDocumentsQuery = read(getUserDocuments, ['Documents']).useQuery
// A case says who has opened which of its documents.
export const useViewDocumentMutation = send(viewDocument, [
  { type: 'User', id: 'LIST' },
]).useMutation
