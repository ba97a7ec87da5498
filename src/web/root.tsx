import './ui/fonts.css'
import './ui/tokens.css'
import './ui/mantine.css'
import './ui/base.css'
import brygada from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url'
import instrument from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import icon from './ui/icon.svg?url'
import { Button, ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, type LinksFunction, type LoaderFunctionArgs } from 'react-router'
import { NotFound } from './public/not-found.tsx'
import { siteContext, useSite, type Site } from './site.ts'
import { DemoBanner } from './ui/demo-banner.tsx'
import { Empty } from './ui/states.tsx'
import { cssVariablesResolver, theme } from './ui/theme.ts'

export const links: LinksFunction = () => [
  ...[brygada, instrument].map((href) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const),
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
]

export function loader({ context }: LoaderFunctionArgs): Site {
  return context.get(siteContext)
}

/** What the server said about the installation holds until the next document. */
export const shouldRevalidate = () => false

/** Before the first paint: whoever is signed in is about to be sent on, and should not see the forms for guests. */
const markSignedIn = `try{if(localStorage.getItem('userInfo'))document.documentElement.dataset.signedIn=''}catch{}`

export function Layout({ children }: { children: ReactNode }) {
  const { mode } = useSite()
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {mode === 'demo' && <meta name="robots" content="noindex, nofollow" />}
        <ColorSchemeScript defaultColorScheme="auto" />
        <script dangerouslySetInnerHTML={{ __html: markSignedIn }} />
        <Meta />
        <Links />
      </head>
      <body>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" withGlobalClasses={false}>
          {mode === 'demo' && <DemoBanner />}
          {children}
        </MantineProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <main className="page stack">
      <title>Something went wrong | Glasshouse</title>
      <h1>Something went wrong</h1>
      <Empty action={<Button variant="default" onClick={() => window.location.reload()}>Load the page again</Button>}>
        This page could not be shown. Nothing was booked by it and nothing was lost.
      </Empty>
    </main>
  )
}
