/** Identity: signing up, in and out, and one's settings. */
import { api } from './api.ts'
import {
  beginPasskeyLogIn,
  forgotPassword,
  giveSecondFactor,
  knowBrowser,
  logIn,
  logInByPasskey,
  logOut,
  resetPassword,
  signUp,
  verifyEmail,
} from '../../contract/session.ts'
import { getMe, getUser, updateApiUser } from '../../contract/user.ts'
import type { Body, Params, Reply } from './request.ts'

export const identity = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<Reply<typeof signUp>, Body<typeof signUp>>({
      query: (body) => ({ endpoint: signUp, body }),
    }),
    logIn: build.mutation<Reply<typeof logIn>, Body<typeof logIn>>({
      query: (body) => ({ endpoint: logIn, body }),
    }),
    giveSecondFactor: build.mutation<Reply<typeof giveSecondFactor>, Body<typeof giveSecondFactor>>(
      { query: (body) => ({ endpoint: giveSecondFactor, body }) },
    ),
    beginPasskeyLogIn: build.mutation<Reply<typeof beginPasskeyLogIn>, void>({
      query: () => ({ endpoint: beginPasskeyLogIn }),
    }),
    logInByPasskey: build.mutation<Reply<typeof logInByPasskey>, Body<typeof logInByPasskey>>({
      query: (body) => ({ endpoint: logInByPasskey, body }),
    }),
    forgotPassword: build.mutation<Reply<typeof forgotPassword>, Body<typeof forgotPassword>>({
      query: (body) => ({ endpoint: forgotPassword, body }),
    }),
    resetPassword: build.mutation<
      Reply<typeof resetPassword>,
      Params<typeof resetPassword> & Body<typeof resetPassword>
    >({
      query: ({ token, ...body }) => ({ endpoint: resetPassword, params: { token }, body }),
    }),
    verifyEmail: build.mutation<
      Reply<typeof verifyEmail>,
      Params<typeof verifyEmail> & Body<typeof verifyEmail>
    >({
      query: ({ token, ...body }) => ({ endpoint: verifyEmail, params: { token }, body }),
    }),
    knowBrowser: build.mutation<Reply<typeof knowBrowser>, Params<typeof knowBrowser>>({
      query: (params) => ({ endpoint: knowBrowser, params }),
    }),
    logOut: build.mutation<Reply<typeof logOut>, void>({ query: () => ({ endpoint: logOut }) }),
    me: build.query<Reply<typeof getMe>, void>({
      query: () => ({ endpoint: getMe }),
      providesTags: ['Me'],
    }),
    user: build.query<Reply<typeof getUser>, string>({
      query: (userId) => ({ endpoint: getUser, params: { userId } }),
      providesTags: ['User'],
    }),
    updateSettings: build.mutation<Reply<typeof updateApiUser>, Body<typeof updateApiUser>>({
      query: (body) => ({ endpoint: updateApiUser, body }),
      invalidatesTags: ['Me', 'Activity'],
    }),
  }),
})

export const {
  useSignUpMutation,
  useLogInMutation,
  useGiveSecondFactorMutation,
  useBeginPasskeyLogInMutation,
  useLogInByPasskeyMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useVerifyEmailMutation,
  useKnowBrowserMutation,
  useLogOutMutation,
  useMeQuery,
  useUserQuery,
  useUpdateSettingsMutation,
} = identity
