/** Who works here, and how roles are given and taken. */
import {
  approveRoleChange,
  getStaff,
  proposeRoleChange,
  refuseRoleChange,
} from '../../contract/staff.ts'
import { read, send } from './calls.ts'

const changed = ['User', 'Activity'] as const

export const useStaffQuery = read(getStaff, ['User']).useQuery
export const useProposeRoleChangeMutation = send(proposeRoleChange, changed).useMutation
export const useApproveRoleChangeMutation = send(approveRoleChange, changed).useMutation
export const useRefuseRoleChangeMutation = send(refuseRoleChange, changed).useMutation
