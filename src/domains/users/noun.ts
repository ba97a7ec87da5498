import type { Noun } from '../noun.ts'
import { letters } from '../people/mails.ts'
import {
  changeName,
  closeUser,
  endSessions,
  freezeOwnAccount,
  freezeUser,
  recordSecurityChange,
  openOwner,
  unfreezeUser,
  verifyEmail,
} from './rules.ts'

export const noun = {
  commands: {
    OpenOwner: openOwner,
    ChangeName: changeName,
    FreezeUser: freezeUser,
    UnfreezeUser: unfreezeUser,
    FreezeOwnAccount: freezeOwnAccount,
    RecordSecurityChange: recordSecurityChange,
    VerifyEmail: verifyEmail,
    EndSessions: endSessions,
    CloseUser: closeUser,
  },
  letters,
  finds: [
    {
      kind: 'person',
      text: 'select owners.id, owners.id as owner, owners.account_id as said, owners.created_at as at from owners, sought where owners.id = sought.id and owners.account_id is not null',
    },
  ],
} satisfies Noun
