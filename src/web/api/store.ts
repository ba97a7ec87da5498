import { configureStore, createListenerMiddleware, isAnyOf, type Dispatch } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { ProblemCode } from '../../contract/problems.ts'
import { forgetAskedEarly } from '../ui/asked-early.ts'
import { api } from './api.ts'
import { putShown } from './calls.ts'
import { isFailure } from './failure.ts'
import { identity } from './identity.ts'
import { forgetDraft, forgetOthersDraft } from './kept-draft.ts'
import { forgetFilters } from './kept-filters.ts'
import { forgetManifest } from './kept-manifest.ts'
import {
  renamed,
  sessionReducer,
  signedIn,
  signedOut,
  userInfoOf,
  type SessionState,
  type UserInfo,
} from './session.ts'
import { forgetUserInfo, keepUserInfo, readUserInfo } from './storage.ts'

export function makeStore() {
  const persistence = createListenerMiddleware()
  persistence.startListening({
    actionCreator: signedIn,
    effect: ({ payload }) => {
      keepUserInfo(payload)
      forgetOthersDraft(payload.data.user.id)
    },
  })
  persistence.startListening({
    actionCreator: renamed,
    effect: ({ payload }) => {
      const info = readUserInfo()
      if (info) keepUserInfo({ ...info, data: { user: { ...info.data.user, fullName: payload } } })
    },
  })
  persistence.startListening({
    actionCreator: signedOut,
    effect: ({ payload }, { dispatch }) => {
      forgetUserInfo()
      if (payload.left) {
        forgetDraft()
        forgetManifest()
      }
      forgetLoaded(dispatch)
    },
  })
  const { logIn, giveSecondFactor, logInByPasskey, signUp, verifyEmail } = identity
  const entered = isAnyOf(
    logIn.matchFulfilled,
    giveSecondFactor.matchFulfilled,
    logInByPasskey.matchFulfilled,
    signUp.matchFulfilled,
    verifyEmail.matchFulfilled,
  )
  persistence.startListening({
    predicate: (action) => entered(action),
    effect: (action, { dispatch }) => {
      // Who has a second factor isn't in yet.
      if (!entered(action) || action.payload.status === 'second_factor') return
      // The link of a mail may be opened where somebody else is signed in: nothing of theirs stays.
      if (store.getState().session.person) {
        forgetDraft()
        forgetLoaded(dispatch)
      }
      // The reply has the person's own figures: home shows them at once, and asks whether they still hold.
      void store.dispatch(
        putShown(identity.me, { status: 'success', data: { user: action.payload.data.user } }),
      )
      dispatch(signedIn(userInfoOf(action.payload)))
    },
  })
  const store = configureStore({
    reducer: { session: sessionReducer, [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().prepend(persistence.middleware).concat(api.middleware),
    devTools: false,
  })
  setupListeners(store.dispatch)
  return store
}

function forgetLoaded(dispatch: Dispatch): void {
  forgetAskedEarly()
  forgetFilters()
  dispatch(api.util.resetApiState())
}

/** Another tab has signed out, or somebody else in: of whoever was here nothing stays. */
export function followAnotherTab({ dispatch }: Store, info: UserInfo | null): void {
  if (!info) return void dispatch(signedOut({ left: true }))
  forgetDraft()
  forgetLoaded(dispatch)
  dispatch(signedIn(info))
}

type Store = ReturnType<typeof makeStore>
type State = ReturnType<Store['getState']>

export function useSession(): SessionState {
  return useSelector((state: State) => state.session)
}

/** Whether the server has refused anything for this reason while the page was open. */
export function useRefused(reason: ProblemCode): boolean {
  return useSelector(({ api: { queries, mutations } }: State) =>
    [...Object.values(queries), ...Object.values(mutations)].some(
      (call) => isFailure(call?.error) && call.error.data?.code === reason,
    ),
  )
}

/** Whether any call is under way: a change, a page's first answers, more of a list, or what is shown asked for again. */
export function useCallUnderWay(): boolean {
  return useSelector(({ api: { queries, mutations } }: State) =>
    [...Object.values(queries), ...Object.values(mutations)].some(
      (call) => call?.status === 'pending',
    ),
  )
}

/** When the oldest answer came that something on the page shows, in milliseconds; null where nothing does. */
export function useShownSince(): number | null {
  return useSelector(({ api: { queries, subscriptions } }: State) =>
    Object.entries(queries)
      .filter(([key]) => Object.keys(subscriptions[key] ?? {}).length > 0)
      .map(([, query]) => query?.fulfilledTimeStamp)
      .reduce<number | null>(
        (oldest, at) => (at !== undefined && (oldest === null || at < oldest) ? at : oldest),
        null,
      ),
  )
}

/** Whether anything is being changed right now, from whichever form. */
export function useChangeInFlight(): boolean {
  return useSelector((state: State) =>
    Object.values(state.api.mutations).some((mutation) => mutation?.status === 'pending'),
  )
}

export const useAppDispatch = () => useDispatch<Store['dispatch']>()
export const useAppStore = () => useStore<State>()
