/** Invitations to work here: used by whoever has the link, made and taken back by administrators. */
import {
  acceptStaffInvitation,
  getStaffInvitation,
  inviteStaff,
  withdrawStaffInvitation,
} from '../../contract/staff-invitation.ts'
import { api } from './api.ts'
import type { Body, Params, Reply } from './request.ts'

const invitations = api.injectEndpoints({
  endpoints: (build) => ({
    staffInvitation: build.query<
      Reply<typeof getStaffInvitation>,
      Params<typeof getStaffInvitation>
    >({
      query: (params) => ({ endpoint: getStaffInvitation, params }),
    }),
    acceptStaffInvitation: build.mutation<
      Reply<typeof acceptStaffInvitation>,
      Params<typeof acceptStaffInvitation> & Body<typeof acceptStaffInvitation>
    >({
      query: ({ token, ...body }) => ({ endpoint: acceptStaffInvitation, params: { token }, body }),
    }),
    inviteStaff: build.mutation<Reply<typeof inviteStaff>, Body<typeof inviteStaff>>({
      query: (body) => ({ endpoint: inviteStaff, body }),
      invalidatesTags: ['User'],
    }),
    withdrawStaffInvitation: build.mutation<
      Reply<typeof withdrawStaffInvitation>,
      { id: string; reason: string }
    >({
      query: ({ id, reason }) => ({
        endpoint: withdrawStaffInvitation,
        params: { id },
        body: { reason },
      }),
      invalidatesTags: ['User'],
    }),
  }),
})

export const {
  useStaffInvitationQuery,
  useAcceptStaffInvitationMutation,
  useInviteStaffMutation,
  useWithdrawStaffInvitationMutation,
} = invitations
