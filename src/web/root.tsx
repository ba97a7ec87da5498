import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'
import brygada from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url'
import { ColorSchemeScript } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  type LoaderFunctionArgs,
} from 'react-router'
import { storageNames, tabNames } from '../contract/browser-names.ts'
import { askEarly } from './ui/asked-early.ts'
import { PageFailed } from './page-failed.tsx'
import { NotFound } from './public/not-found.tsx'
import { rootContext, useSite, type RootData } from './site.ts'
import { DemoBanner } from './ui/demo-banner.tsx'
import { takePresses } from './ui/pressed-early.ts'
import { SupportButton } from './ui/support-button.tsx'

export function loader({ context }: LoaderFunctionArgs): RootData {
  return context.get(rootContext)
}

/** What the server said about the installation holds until the next document. */
export const shouldRevalidate = () => false

/** Before the first paint: signed-in people are about to be redirected, and should not see the forms for guests. */
const markSignedIn = `try{if(localStorage.getItem('${storageNames.signedIn}'))document.documentElement.dataset.signedIn=''}catch{}`

type Handle = { static?: boolean; asks?: readonly string[] } | undefined

/**
 * The frame of every document. A page whose route says `static` gets no React in the browser: it is complete as it
 * is rendered, and one small module gives it its behaviour.
 */
export function Layout({ children }: { children: ReactNode }) {
  const site = useSite()
  const handles = useMatches().map(({ handle }) => handle as Handle)
  const isStatic = handles.some((handle) => handle?.static === true)
  // The document's own stays: its scripts have run, and another page's are not put in their place.
  const [opening] = useState(
    () => markSignedIn + askEarly(handles.flatMap((handle) => handle?.asks ?? [])),
  )
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {site.mode === 'demo' && <meta name="robots" content="noindex, nofollow" />}
        <ColorSchemeScript defaultColorScheme="auto" localStorageKey={storageNames.scheme} />
        {!isStatic && <script dangerouslySetInnerHTML={{ __html: opening }} />}
        <Meta />
        <link rel="icon" href={site.icon} />
        <link rel="apple-touch-icon" href={site.touchIcon} />
        <link rel="manifest" href={site.manifest} />
        {(['light', 'dark'] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={site.paper[scheme]}
          />
        ))}
        <Links />
        {isStatic && (
          <>
            {/* The titles of the app wait: there the scripts come first. */}
            <link
              rel="preload"
              href={brygada}
              as="font"
              type="font/woff2"
              crossOrigin="anonymous"
            />
            <script type="module" src={site.behaviour} />
          </>
        )}
      </head>
      <body>
        {site.mode === 'demo' && <DemoBanner />}
        {children}
        <Support />
        {!isStatic && <ScrollRestoration storageKey={tabNames.scroll} />}
        {!isStatic && <script dangerouslySetInnerHTML={{ __html: takePresses }} />}
        {!isStatic && <Scripts />}
      </body>
    </html>
  )
}

/** Whoever is in their own account writes there, where the pack says so. */
function Support() {
  const { support, supportIsMessages } = useSite()
  const { pathname } = useLocation()
  return supportIsMessages && pathname.startsWith('/dashboard') ? (
    <SupportButton href="/dashboard/messages" within />
  ) : (
    <SupportButton href={support} />
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <main>
      <PageFailed />
    </main>
  )
}
