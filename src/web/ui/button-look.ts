import styles from './button.module.css'

/** What makes a link a button to the eye, without the library's code: `<Link {...buttonLook()} to="…">`. */
export function buttonLook(variant: 'filled' | 'default' = 'filled') {
  return { 'className': styles.root, 'data-variant': variant, 'data-ripple': '' }
}
