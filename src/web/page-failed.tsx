/** Around the pages of a frame: what one of them throws is told in its place, and the menu stays. */
import { Outlet } from 'react-router'
import { LinkButton } from './ui/link-button.tsx'

export default function Pages() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <PageFailed />
}

export function PageFailed() {
  return (
    <div className="page stack" role="alert">
      <title>Something went wrong</title>
      <h1>Something went wrong</h1>
      <p>This page could not be shown. Nothing was booked by it and nothing was lost.</p>
      <div>
        <LinkButton href="" variant="default">
          Load the page again
        </LinkButton>
      </div>
    </div>
  )
}
