import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { buttonLook } from './button-look.ts'

type LinkButtonProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; variant?: 'filled' | 'default'; children: ReactNode }

/** A link that looks like a button, without the library's code: for pages that live without React in the browser. */
export function LinkButton({ variant, children, ...anchor }: LinkButtonProps) {
  return <a {...anchor} {...buttonLook(variant)}>{children}</a>
}
