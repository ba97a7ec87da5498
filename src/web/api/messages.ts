/** What people and the firm write to each other. */
import {
  answerMessages,
  getMessages,
  getTemplates,
  getThreads,
  getUserMessages,
  readMessages,
  sendMessage,
  settleMessages,
  viewMessageFile,
} from '../../contract/message.ts'
import { pages, read, send } from './calls.ts'

export const useMessagesInfiniteQuery = pages(getMessages, ['Messages', 'Activity'], {
  limit: '20',
}).useInfiniteQuery
export const useSendMessageMutation = send(sendMessage, [
  'Messages',
  'Activity',
  'Documents',
]).useMutation
export const useReadMessagesMutation = send(readMessages, ['Messages']).useMutation
export const useUserMessagesInfiniteQuery = pages(getUserMessages, ['Messages', 'User'], {
  limit: '20',
}).useInfiniteQuery
export const useThreadsInfiniteQuery = pages(getThreads, ['Messages']).useInfiniteQuery
export const useTemplatesQuery = read(getTemplates).useQuery
const answered = ['Messages', 'StaffWork', 'User'] as const
export const useAnswerMessagesMutation = send(answerMessages, answered).useMutation
export const useSettleMessagesMutation = send(settleMessages, answered).useMutation
export const useViewMessageFileMutation = send(viewMessageFile, []).useMutation
