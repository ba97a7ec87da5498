/** Identity: signing up, in and out, one's settings, and which e-mails to get. */
import { api } from './api.ts'
import { changeMailChoices, getMailChoices } from '../../contract/mail-choices.ts'
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
    mailChoices: build.query<Reply<typeof getMailChoices>, void>({
      query: () => ({ endpoint: getMailChoices }),
      providesTags: ['MailChoices'],
    }),
    // Shown as chosen at once, and as the server has it when the last choice has been answered.
    changeMailChoices: build.mutation<
      Reply<typeof changeMailChoices>,
      Body<typeof changeMailChoices>
    >({
      query: (body) => ({ endpoint: changeMailChoices, body }),
      invalidatesTags: ['MailChoices'],
      async onQueryStarted(changed, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          identity.util.updateQueryData(
            'mailChoices',
            undefined,
            ({ data }) => void Object.assign(data.mails, changed),
          ),
        )
        await queryFulfilled.catch(shown.undo)
      },
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
  useMailChoicesQuery,
  useChangeMailChoicesMutation,
} = identity
