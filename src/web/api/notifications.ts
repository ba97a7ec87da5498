/** What the bell tells, and up to where it was read. */
import { api } from './api.ts'
import { getNotifications, markNotifications } from '../../contract/notifications.ts'
import type { Body, Reply } from './request.ts'

export const notifications = api.injectEndpoints({
  endpoints: (build) => ({
    notifications: build.query<Reply<typeof getNotifications>, void>({
      query: () => ({ endpoint: getNotifications }),
      providesTags: ['Activity', 'Notifications'],
    }),
    // Read at once; new again when the server couldn't be told.
    markNotifications: build.mutation<
      Reply<typeof markNotifications>,
      Body<typeof markNotifications>
    >({
      query: (body) => ({ endpoint: markNotifications, body }),
      invalidatesTags: ['Notifications'],
      async onQueryStarted({ upTo }, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          notifications.util.updateQueryData('notifications', undefined, ({ data }) => {
            data.newCount = 0
            for (const one of data.notifications) if (one.version <= upTo) one.isNew = false
          }),
        )
        await queryFulfilled.catch(shown.undo)
      },
    }),
  }),
})

export const { useNotificationsQuery, useMarkNotificationsMutation } = notifications
