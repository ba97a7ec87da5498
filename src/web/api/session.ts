/** Who is signed in, as this browser remembers it. The server decides on every request. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '../../contract/user.ts'

const kept = [
  'id',
  'fullName',
  'email',
  'role',
  'status',
  'accountId',
  'referralCode',
  'referredBy',
  'referredById',
  'createdAt',
] as const

type Kept = Pick<User, (typeof kept)[number]>
export type Person = Kept & {
  /** Invited to work here, and without the second factor that this takes. */
  secondFactorFirst?: boolean
}

/** Whether a person works in the back office: administrators, and auditors, who only read. */
export const isStaff = (role: Person['role']) => role !== 'user'

/** The reply of login or sign-up without its token and without figures: neither belongs into storage. */
export type UserInfo = { status: string; message: string; data: { user: Person } }

export function userInfoOf(reply: {
  status: string
  message: string
  data: { user: User; secondFactorFirst?: boolean }
}): UserInfo {
  const { user, secondFactorFirst = false } = reply.data
  const known = Object.fromEntries(kept.map((field) => [field, user[field]])) as Kept
  const person: Person = secondFactorFirst ? { ...known, secondFactorFirst } : known
  return { status: reply.status, message: reply.message, data: { user: person } }
}

/** `unknown` until the storage has been read, which pages rendered by the server can't. */
export type SessionState = {
  phase: 'unknown' | 'signed-in' | 'signed-out'
  person: Person | null
  /** Whether the person left by their own choice: then there is no way back to offer. */
  left: boolean
  /** Why the session ended, in a sentence of the server's; null where it says nothing. */
  why: string | null
}

type Left = Pick<SessionState, 'left'> & Partial<Pick<SessionState, 'why'>>

const initialState: SessionState = { phase: 'unknown', person: null, left: false, why: null }

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (_, action: PayloadAction<UserInfo>): SessionState => ({
      phase: 'signed-in',
      person: action.payload.data.user,
      left: false,
      why: null,
    }),
    renamed: (state, action: PayloadAction<string>) => {
      if (state.person) state.person.fullName = action.payload
    },
    // Told twice, by the reply, by the browser that cleared its storage or by a late refusal, nothing is new: a guard
    // would lead away once more.
    signedOut: (state, { payload: { left, why = null } }: PayloadAction<Left>): SessionState =>
      state.phase === 'signed-out' && (state.left || !left)
        ? state
        : { phase: 'signed-out', person: null, left, why },
  },
})

export const { signedIn, renamed, signedOut } = slice.actions
export const sessionReducer = slice.reducer
