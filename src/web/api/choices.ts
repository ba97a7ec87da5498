/** What to get by email, and what the bell tells: shown as chosen at once, and as the server has it when it has answered. */
import { changeMailChoices, getMailChoices } from '../../contract/mail-choices.ts'
import { changeNotificationChoices, getNotificationChoices } from '../../contract/notifications.ts'
import { changeShown, read, send } from './calls.ts'

const mails = read(getMailChoices, ['MailChoices'])
const told = read(getNotificationChoices, ['NotificationChoices'])

export const useMailChoicesQuery = mails.useQuery
export const useChangeMailChoicesMutation = send(changeMailChoices, ['MailChoices'], {
  atOnce: (changed) => changeShown(mails, ({ data }) => void Object.assign(data.mails, changed)),
}).useMutation

export const useNotificationChoicesQuery = told.useQuery
export const useChangeNotificationChoicesMutation = send(
  changeNotificationChoices,
  ['NotificationChoices', 'Notifications'],
  {
    atOnce: (changed) =>
      changeShown(told, ({ data }) => void Object.assign(data.notifications, changed)),
  },
).useMutation
