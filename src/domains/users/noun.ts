import type { Noun } from '../noun.ts'
import { letters } from '../people/mails.ts'
import {
  changeName,
  closeUser,
  endSessions,
  freezeMyself,
  freezeUser,
  noteSecurityChange,
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
    FreezeMyself: freezeMyself,
    NoteSecurityChange: noteSecurityChange,
    VerifyEmail: verifyEmail,
    EndSessions: endSessions,
    CloseUser: closeUser,
  },
  letters,
} satisfies Noun
