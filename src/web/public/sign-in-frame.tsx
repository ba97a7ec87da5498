import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Logo } from '../logo.tsx'
import { publicPagesContext } from '../site.ts'
import { Scene } from '../ui/scene.tsx'
import styles from './sign-in-frame.module.css'

/** The last view of the landing page's window. */
export function loader({ context }: LoaderFunctionArgs) {
  const { picture } = context.get(publicPagesContext).landing.hero.scenes.at(-1)!
  return { ...picture, alt: '' }
}

/** What the server said holds until the next document. */
export const shouldRevalidate = () => false

/** The form on paper at the left, the view through the window at the right. */
export default function SignInFrame() {
  const picture = useLoaderData<typeof loader>()
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header><Logo /></header>
        <noscript><p className={styles.scripts}>Signing in needs scripts, which this browser doesn’t run. Nothing was sent; switch them on for this site and load the page again.</p></noscript>
        <Outlet />
      </div>
      <div className={styles.view}><Scene picture={picture} /></div>
    </div>
  )
}
