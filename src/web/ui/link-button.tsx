import type { AnchorHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

type LinkButtonProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; variant?: 'filled' | 'default'; children: ReactNode }

/** A link that looks like a button, without the library's code: for pages that live without React in the browser. */
export function LinkButton({ variant = 'filled', children, ...anchor }: LinkButtonProps) {
  return <a {...anchor} className={styles.root} data-variant={variant} data-ripple="">{children}</a>
}
