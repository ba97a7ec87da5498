/** Our tokens in the library's words. Its parts take their looks from the modules beside us, nowhere else. */
import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import button from './button.module.css'
import dialog from './dialog.module.css'
import field from './field.module.css'
import menu from './menu.module.css'
import tabs from './tabs.module.css'

export const theme = createTheme({
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '430' },
  defaultRadius: 'xs',
  radius: { xs: '2px', sm: '3px' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
  },
  colors: {
    glass: [
      '#eef5f1',
      '#d9eae3',
      '#bfe0d5',
      '#82d3bf',
      '#4fb6a0',
      '#2fa38f',
      '#1f8a78',
      '#14715f',
      '#0a5c50',
      '#06443b',
    ],
  },
  primaryColor: 'glass',
  primaryShade: { light: 8, dark: 3 },
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { sm: '48em' },
  // Plain values instead of `Part.extend`: a page loads only the parts that it uses.
  components: {
    Button: { classNames: button, defaultProps: { 'data-ripple': '' } as object },
    Checkbox: {
      classNames: {
        label: field.checkLabel,
        description: field.checkDescription,
        error: field.error,
        input: field.check,
        icon: field.checkIcon,
      },
    },
    Input: { classNames: { input: field.input } },
    InputWrapper: {
      classNames: {
        root: field.root,
        label: field.label,
        description: field.description,
        error: field.error,
      },
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        withAsterisk: false,
      },
    },
    // The first choice takes the focus, instead of an empty element that a menu may not hold.
    Menu: { classNames: menu, defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      classNames: dialog,
      defaultProps: {
        zIndex: 400,
        lockScroll: false,
        transitionProps: { duration: 200, transition: 'fade' },
      },
    },
    // The library's `header` would count as a second one of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    PasswordInput: {
      classNames: { innerInput: field.passwordInput, visibilityToggle: field.toggle },
    },
    Tabs: { classNames: tabs },
  },
})

const ours = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--pane)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--rule-strong)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--rejected)',
  '--mantine-primary-color-filled': 'var(--button)',
  '--mantine-primary-color-filled-hover': 'var(--button-hover)',
  '--mantine-primary-color-contrast': 'var(--on-button)',
}

/** The same for both schemes: the tokens themselves switch. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: ours,
  dark: ours,
})
