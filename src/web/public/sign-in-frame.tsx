import { Outlet } from 'react-router'
import scene from './art/stock-trading.svg'
import { Logo } from '../ui/logo.tsx'
import { Scene } from '../ui/scene.tsx'
import styles from './sign-in-frame.module.css'

/** The form on paper at the left, the view through the window at the right. */
export default function SignInFrame() {
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header><Logo /></header>
        <Outlet />
      </div>
      <div className={styles.view}><Scene src={scene} alt="" /></div>
    </div>
  )
}
