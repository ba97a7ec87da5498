/** Invitations to work here: used by whoever has the link, made and taken back by administrators. */
import {
  acceptStaffInvitation,
  getStaffInvitation,
  inviteStaff,
  withdrawStaffInvitation,
} from '../../contract/staff-invitation.ts'
import { read, send } from './calls.ts'

export const useStaffInvitationQuery = read(getStaffInvitation).useQuery
export const useAcceptStaffInvitationMutation = send(acceptStaffInvitation).useMutation
export const useInviteStaffMutation = send(inviteStaff, ['User']).useMutation
export const useWithdrawStaffInvitationMutation = send(withdrawStaffInvitation, [
  'User',
]).useMutation
