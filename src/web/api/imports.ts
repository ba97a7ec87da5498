/** Files of people from another system. */
import { checkImport } from '../../contract/imports.ts'
import { send } from './calls.ts'

// Changes nothing; sent, since what it asks with is a file.
export const useCheckImportMutation = send(checkImport).useMutation
