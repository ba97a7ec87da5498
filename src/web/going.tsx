/** Going from page to page of the app: what is waited for shows, what can't be had is said, and what was on the screen stays until the next page can. */
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPath, useBlocker, useNavigation, type Location } from 'react-router'
import { api } from './api/api.ts'
import { useConnection, type Connection } from './api/connection.ts'
import { useAppDispatch, useAppStore, useCallUnderWay, useShownSince } from './api/store.ts'
import { FileMissing } from './files.ts'
import { usePageFiles } from './page-files.ts'
import { atRest } from './ui/at-rest.ts'
import { showDateTime } from './ui/dates.ts'
import { ProgressLine } from './ui/progress-line.tsx'
import { Strip } from './ui/strip.tsx'
import { askToLeave, isAnythingUnsaved } from './ui/unsaved.ts'

export function Going() {
  const { waiting, failed, retry, stay } = useGate()
  useFetchAhead()
  return (
    <>
      <WaitingLine forPage={waiting} />
      {failed ? <NotLoaded onRetry={retry} onStay={stay} /> : <ConnectionStrip />}
    </>
  )
}

/** Any call that takes longer shows that it is under way. Only the page is said: what was pressed says the rest itself. */
function WaitingLine({ forPage }: { forPage: boolean }) {
  const calling = useCallUnderWay()
  return (
    <ProgressLine on={forPage || calling}>{forPage ? 'Loading the page...' : null}</ProgressLine>
  )
}

/** Asks before typed work is left, and waits for the missing files of a page before going there. The router has one blocker, so both are here. */
function useGate() {
  const files = usePageFiles()
  const navigation = useNavigation()
  const { getState } = useAppStore()
  // Whoever is signed out has nothing left to save it with.
  const drops = (from: Location, to: Location) =>
    from.pathname !== to.pathname && isAnythingUnsaved() && getState().session.phase === 'signed-in'
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      drops(currentLocation, nextLocation) || files.lacks(nextLocation.pathname),
  )
  const [stage, setStage] = useState<'asked' | 'loading' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const load = useEffectEvent((location: Location) => files.load(location.pathname))
  const mayLeave = useLeave(blocker.location, blocker.reset)
  useEffect(() => {
    setStage(mayLeave ? 'loading' : 'asked')
    if (blocker.state !== 'blocked' || !mayLeave) return
    const { location, proceed } = blocker
    // Going elsewhere in the meantime cancels it.
    let elsewhere = false
    load(location).then(
      () => elsewhere || proceed(),
      (error: unknown) => {
        if (elsewhere) return
        // A newer version of the site has other files: its document knows them.
        if (error instanceof FileMissing && error.why === 'gone')
          window.location.assign(createPath(location))
        else setStage('failed')
      },
    )
    return () => {
      elsewhere = true
    }
  }, [blocker, tries, mayLeave])
  const isBlocked = blocker.state === 'blocked'
  return {
    waiting: navigation.state !== 'idle' || (blocker.state !== 'unblocked' && stage === 'loading'),
    failed: stage === 'failed' && isBlocked,
    retry: () => setTries(tries + 1),
    stay: () => blocker.reset?.(),
  }
}

/** Whether the page may be left for this one: where something is unsaved, once the person said so. */
function useLeave(to: Location | undefined, stay: (() => void) | undefined): boolean {
  const [agreed, agree] = useState<Location | null>(null)
  const isAsked = to !== undefined && agreed !== to && isAnythingUnsaved()
  const answer = useEffectEvent(() => stay?.())
  useEffect(() => {
    if (!isAsked) return
    return askToLeave({ leave: () => agree(to), stay: () => answer() })
  }, [isAsked, to])
  return !isAsked
}

function NotLoaded({ onRetry, onStay }: { onRetry(): void; onStay(): void }) {
  return (
    <Strip
      role="alert"
      actions={
        <>
          <Button size="compact-sm" onClick={onRetry}>
            Retry
          </Button>
          <Button variant="default" size="compact-sm" onClick={onStay}>
            Stay here
          </Button>
        </>
      }
    >
      The page could not be loaded: the server could not be reached. Nothing was lost, and you are
      still where you were. Check your connection and try again.
    </Strip>
  )
}

const lost: Record<Exclude<Connection, 'there'>, string> = {
  offline: 'You are offline. Nothing can be sent until you are connected again.',
  unreached: 'The server can’t be reached at the moment. We keep trying to reach it.',
}

/** What was shown stays, with its time: of the oldest answer, so that no figure is older than it says. */
function LostStrip({ connection }: { connection: Exclude<Connection, 'there'> }) {
  const since = useShownSince()
  return (
    <Strip role="status">
      {lost[connection]}
      {since !== null && ` What you see is from ${showDateTime(new Date(since).toISOString())}.`}
    </Strip>
  )
}

function ConnectionStrip() {
  const connection = useConnection()
  const dispatch = useAppDispatch()
  const [before, setBefore] = useState(connection)
  const [wasLost, setWasLost] = useState(false)
  if (before !== connection) {
    setBefore(connection)
    setWasLost(true)
  }
  // As when the browser itself reconnects: what is shown is refetched.
  useEffect(() => {
    if (connection === 'there' && wasLost) dispatch(api.internalActions.onOnline())
  }, [connection, wasLost, dispatch])
  if (connection !== 'there') return <LostStrip connection={connection} />
  return (
    <p className="hide" role="status">
      {wasLost && 'The connection is back.'}
    </p>
  )
}

/** What is pointed at, or reached by keyboard, is likely opened next. Where it came under a pointer that rests, the page around it comes first. */
function useFetchAhead(): void {
  const files = usePageFiles()
  const fetchAhead = useEffectEvent(({ target }: Event) => {
    const link =
      target instanceof Element && target.closest<HTMLElement>('a[href], [data-leads-to]')
    if (!link || !navigator.onLine || isSaving()) return
    const { origin, pathname } = new URL(
      link.dataset['leadsTo'] ?? (link as HTMLAnchorElement).href,
      location.href,
    )
    // The first rest is the reader's. What can't be had ahead is asked for again when it is needed.
    if (origin === location.origin)
      void atRest()
        .then(atRest)
        .then(() => files.fetch(pathname).catch(() => {}))
  })
  useEffect(() => {
    const stopping = new AbortController()
    for (const kind of ['pointerover', 'focusin'])
      document.addEventListener(kind, fetchAhead, { passive: true, signal: stopping.signal })
    return () => stopping.abort()
  }, [])
}

/** Nothing is fetched ahead where data is to be saved. */
function isSaving(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
