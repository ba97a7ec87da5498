/** Who somebody is: signing up, in and out, the own settings, and which mails to get. */
import { api } from './api.ts'
import { changeMailChoices, getMailChoices } from '../../contract/mail-choices.ts'
import { logIn, logOut, signUp } from '../../contract/session.ts'
import { getMe, getUser, updateApiUser } from '../../contract/user.ts'
import type { Body, Reply } from './request.ts'

export const identity = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<Reply<typeof signUp>, Body<typeof signUp>>({ query: (body) => ({ endpoint: signUp, body }) }),
    logIn: build.mutation<Reply<typeof logIn>, Body<typeof logIn>>({ query: (body) => ({ endpoint: logIn, body }) }),
    logOut: build.mutation<Reply<typeof logOut>, void>({ query: () => ({ endpoint: logOut }) }),
    me: build.query<Reply<typeof getMe>, void>({ query: () => ({ endpoint: getMe }), providesTags: ['Me'] }),
    user: build.query<Reply<typeof getUser>, string>({ query: (userId) => ({ endpoint: getUser, params: { userId } }), providesTags: ['User'] }),
    updateSettings: build.mutation<Reply<typeof updateApiUser>, Body<typeof updateApiUser>>({
      query: (body) => ({ endpoint: updateApiUser, body }), invalidatesTags: ['Me', 'Activity'],
    }),
    mailChoices: build.query<Reply<typeof getMailChoices>, void>({ query: () => ({ endpoint: getMailChoices }), providesTags: ['MailChoices'] }),
    // Shown as chosen at once, and as the server has it when the last choice has been answered.
    changeMailChoices: build.mutation<Reply<typeof changeMailChoices>, Body<typeof changeMailChoices>>({
      query: (body) => ({ endpoint: changeMailChoices, body }),
      invalidatesTags: ['MailChoices'],
      async onQueryStarted(changed, { dispatch, queryFulfilled }) {
        const shown = dispatch(identity.util.updateQueryData('mailChoices', undefined, ({ data }) => void Object.assign(data.mails, changed)))
        await queryFulfilled.catch(shown.undo)
      },
    }),
  }),
})

export const {
  useSignUpMutation, useLogInMutation, useLogOutMutation, useMeQuery, useUserQuery, useUpdateSettingsMutation, useMailChoicesQuery, useChangeMailChoicesMutation,
} = identity
