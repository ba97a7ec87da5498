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
} satisfies Noun
