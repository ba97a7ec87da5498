import { Outlet, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { publicPagesContext } from '../site.ts'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'

export const handle = { static: true }

export function loader({ context }: LoaderFunctionArgs) {
  return context.get(publicPagesContext).footer
}

/** Header and footer of the public site. */
export default function PublicFrame() {
  const footer = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  return (
    <>
      <SiteHeader isLanding={pathname === '/'} sections={footer.sections} />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter footer={footer} />
    </>
  )
}
