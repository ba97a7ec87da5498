/** What the bell tells, and up to where it was read. */
import { getNotifications, markNotifications } from '../../contract/notifications.ts'
import { changeShown, read, send } from './calls.ts'

const notifications = read(getNotifications, ['Activity', 'Notifications'])
export const useNotificationsQuery = notifications.useQuery

// Read at once; new again when the server couldn't be told.
export const useMarkNotificationsMutation = send(markNotifications, ['Notifications'], {
  atOnce: ({ upTo }) =>
    changeShown(notifications, ({ data }) => {
      data.newCount = 0
      for (const one of data.notifications) if (one.version <= upTo) one.isNew = false
    }),
}).useMutation
