/** Who somebody is: signing up, in and out, and the own settings. */
import { api } from './api.ts'
import { logIn, logOut, signUp } from '../../contract/session.ts'
import { getMe, updateApiUser } from '../../contract/user.ts'
import type { Body, Reply } from './request.ts'

export const identity = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<Reply<typeof signUp>, Body<typeof signUp>>({ query: (body) => ({ endpoint: signUp, body }) }),
    logIn: build.mutation<Reply<typeof logIn>, Body<typeof logIn>>({ query: (body) => ({ endpoint: logIn, body }) }),
    logOut: build.mutation<Reply<typeof logOut>, void>({ query: () => ({ endpoint: logOut }) }),
    me: build.query<Reply<typeof getMe>, void>({ query: () => ({ endpoint: getMe }), providesTags: ['Me'] }),
    updateSettings: build.mutation<Reply<typeof updateApiUser>, Body<typeof updateApiUser>>({
      query: (body) => ({ endpoint: updateApiUser, body }), invalidatesTags: ['Me', 'Activity'],
    }),
  }),
})

export const { useSignUpMutation, useLogInMutation, useLogOutMutation, useMeQuery, useUpdateSettingsMutation } = identity
