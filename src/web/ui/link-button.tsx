import type { AnchorHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

type Variant = 'filled' | 'default' | 'subtle'

/** What makes a link a button to the eye, without the library's code: `<Link {...buttonLook()} to="…">`. */
export function buttonLook(variant: Variant = 'filled') {
  return { className: styles.root, 'data-variant': variant, 'data-ripple': '' }
}

type LinkButtonProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  variant?: Variant
  size?: 'compact-sm'
  children: ReactNode
}

/** A link that looks like a button: for pages that live without React in the browser. */
export function LinkButton({ variant, size, children, ...anchor }: LinkButtonProps) {
  return (
    <a {...anchor} {...buttonLook(variant)} data-size={size}>
      {children}
    </a>
  )
}
