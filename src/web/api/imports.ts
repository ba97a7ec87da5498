/** Files of people from another system. */
import {
  checkImport,
  getImportFile,
  getImports,
  getOwnImport,
  proposeImport,
  proposeOpeningReversal,
} from '../../contract/imports.ts'
import { pages, read, send } from './calls.ts'
import { addressOf } from './request.ts'

// Changes nothing; sent, since what it asks with is a file.
export const useCheckImportMutation = send(checkImport).useMutation
export const useProposeImportMutation = send(proposeImport, ['Proposals']).useMutation
export const useImportsInfiniteQuery = pages(getImports, ['Proposals', 'Treasury']).useInfiniteQuery
export const importFilePath = (id: string) => addressOf(getImportFile, id)
export const useOwnImportQuery = read(getOwnImport, ['User', 'Treasury']).useQuery
export const useProposeOpeningReversalMutation = send(proposeOpeningReversal, [
  'Proposals',
  'User',
]).useMutation
