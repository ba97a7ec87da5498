/** Who works here, and how roles are given and taken. */
import {
  approveRoleChange,
  getStaff,
  proposeRoleChange,
  refuseRoleChange,
} from '../../contract/staff.ts'
import { api } from './api.ts'
import type { Body, Reply } from './request.ts'

const staff = api.injectEndpoints({
  endpoints: (build) => ({
    staff: build.query<Reply<typeof getStaff>, void>({
      query: () => ({ endpoint: getStaff }),
      providesTags: ['User'],
    }),
    proposeRoleChange: build.mutation<
      Reply<typeof proposeRoleChange>,
      { userId: string } & Body<typeof proposeRoleChange>
    >({
      query: ({ userId, ...body }) => ({ endpoint: proposeRoleChange, params: { userId }, body }),
      invalidatesTags: ['User', 'Activity'],
    }),
    approveRoleChange: build.mutation<Reply<typeof approveRoleChange>, string>({
      query: (id) => ({ endpoint: approveRoleChange, params: { id } }),
      invalidatesTags: ['User', 'Activity'],
    }),
    refuseRoleChange: build.mutation<
      Reply<typeof refuseRoleChange>,
      { id: string; reason: string }
    >({
      query: ({ id, reason }) => ({ endpoint: refuseRoleChange, params: { id }, body: { reason } }),
      invalidatesTags: ['User', 'Activity'],
    }),
  }),
})

export const {
  useStaffQuery,
  useProposeRoleChangeMutation,
  useApproveRoleChangeMutation,
  useRefuseRoleChangeMutation,
} = staff
