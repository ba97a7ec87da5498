/** Who works here, and how roles are given and taken. */
import {
  getStaff,
  getStaffCsv,
  proposeRoleChange,
  refuseInvitedRole,
} from '../../contract/staff.ts'
import { read, send } from './calls.ts'
import { addressOf } from './request.ts'

const changed = ['User', 'Activity'] as const

export const useStaffQuery = read(getStaff, ['User']).useQuery
export const useProposeRoleChangeMutation = send(proposeRoleChange, [
  ...changed,
  'Proposals',
]).useMutation
export const useRefuseInvitedRoleMutation = send(refuseInvitedRole, changed).useMutation

/** Where the browser fetches the list as a file. */
export const staffCsv = addressOf(getStaffCsv, undefined)
