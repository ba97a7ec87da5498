import type { Place } from '../account/place.ts'

/** The menu, in its order. `words`: what else a page is found by. */
export const places: (Place & { words?: string })[] = [
  {
    to: '/dashboard',
    label: 'Home',
    inBar: 'Home',
    icon: 'home',
    end: true,
    words: 'balance total dashboard',
  },
  { to: '/dashboard/invest', label: 'Invest', inBar: 'Invest', icon: 'pane', words: 'plans' },
  { to: '/dashboard/investments', label: 'My investments', icon: 'stairs' },
  {
    to: '/dashboard/transfer',
    label: 'Transfer',
    inBar: 'Send',
    icon: 'send',
    words: 'withdraw withdrawal send',
  },
  { to: '/dashboard/receive', label: 'Receive', icon: 'receive', words: 'account ID' },
  {
    to: '/dashboard/fundaccount',
    label: 'Fund account',
    icon: 'fund',
    words: 'deposit top up add play money',
  },
  { to: '/dashboard/loan', label: 'Loan', icon: 'loan', words: 'borrow repay instalment owe' },
  {
    to: '/dashboard/activity',
    label: 'Activity',
    inBar: 'Activity',
    icon: 'list',
    words: 'statements CSV history months years tax',
  },
  {
    to: '/dashboard/proof',
    label: 'Proof of what we owe you',
    icon: 'check',
    words: 'is my money counted proof of liabilities audit hash manifest owed',
  },
  {
    to: '/dashboard/friends',
    label: 'Invite friends',
    icon: 'friends',
    words: 'referral link code bonus',
  },
  {
    to: '/dashboard/messages',
    label: 'Messages',
    icon: 'talk',
    words: 'write ask support contact help answer',
  },
  {
    to: '/dashboard/announcements',
    label: 'Announcements',
    icon: 'list',
    words: 'news notices from the firm',
  },
  {
    to: '/dashboard/policies',
    label: 'Policies',
    icon: 'check',
    words: 'terms of service user agreement accept conditions change',
  },
  {
    to: '/dashboard/verification',
    label: 'Verification',
    icon: 'user',
    words: 'verify identity KYC passport documents upload limits address proof',
  },
  {
    to: '/dashboard/settings',
    label: 'Settings',
    icon: 'gear',
    words: 'name password emails dark light own limit',
  },
]
