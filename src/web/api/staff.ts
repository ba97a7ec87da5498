/** Who works here, and how roles are given and taken. */
import { getStaff, proposeRoleChange, refuseInvitedRole } from '../../contract/staff.ts'
import { read, send } from './calls.ts'

const changed = ['User', 'Activity'] as const

export const useStaffQuery = read(getStaff, ['User']).useQuery
export const useProposeRoleChangeMutation = send(proposeRoleChange, [
  ...changed,
  'Proposals',
]).useMutation
export const useRefuseInvitedRoleMutation = send(refuseInvitedRole, changed).useMutation
