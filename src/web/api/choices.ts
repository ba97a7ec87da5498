/** What to get by e-mail, and what the bell tells. */
import { api } from './api.ts'
import { changeMailChoices, getMailChoices } from '../../contract/mail-choices.ts'
import { changeNotificationChoices, getNotificationChoices } from '../../contract/notifications.ts'
import type { Body, Reply } from './request.ts'

// Shown as chosen at once, and as the server has it when the last choice has been answered.
const choices = api.injectEndpoints({
  endpoints: (build) => ({
    mailChoices: build.query<Reply<typeof getMailChoices>, void>({
      query: () => ({ endpoint: getMailChoices }),
      providesTags: ['MailChoices'],
    }),
    changeMailChoices: build.mutation<
      Reply<typeof changeMailChoices>,
      Body<typeof changeMailChoices>
    >({
      query: (body) => ({ endpoint: changeMailChoices, body }),
      invalidatesTags: ['MailChoices'],
      async onQueryStarted(changed, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          choices.util.updateQueryData(
            'mailChoices',
            undefined,
            ({ data }) => void Object.assign(data.mails, changed),
          ),
        )
        await queryFulfilled.catch(shown.undo)
      },
    }),
    notificationChoices: build.query<Reply<typeof getNotificationChoices>, void>({
      query: () => ({ endpoint: getNotificationChoices }),
      providesTags: ['NotificationChoices'],
    }),
    changeNotificationChoices: build.mutation<
      Reply<typeof changeNotificationChoices>,
      Body<typeof changeNotificationChoices>
    >({
      query: (body) => ({ endpoint: changeNotificationChoices, body }),
      invalidatesTags: ['NotificationChoices', 'Notifications'],
      async onQueryStarted(changed, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          choices.util.updateQueryData(
            'notificationChoices',
            undefined,
            ({ data }) => void Object.assign(data.notifications, changed),
          ),
        )
        await queryFulfilled.catch(shown.undo)
      },
    }),
  }),
})

export const {
  useMailChoicesQuery,
  useChangeMailChoicesMutation,
  useNotificationChoicesQuery,
  useChangeNotificationChoicesMutation,
} = choices
