import './ui/mantine.css'
import './ui/mantine-forms.css'
import './ui/file-input.css'
import { MantineProvider } from '@mantine/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { Outlet } from 'react-router'
import { Going } from './going.tsx'
import { keepFocus } from './ui/focus-kept.ts'
import { adoptPressedEarly } from './ui/pressed-early.ts'
import { useRipples } from './ui/ripple.ts'
import { cssVariablesResolver, theme } from './ui/theme.ts'
import { Toasts } from './ui/toast.tsx'
import { adoptTypedEarly } from './ui/typed-early.ts'
import { signedIn, signedOut } from './api/session.ts'
import { onAnotherElsewhere, readUserInfo } from './api/storage.ts'
import { followAnotherTab, makeStore } from './api/store.ts'

/** The part of the site that talks to the API: its store, its toasts, and what this browser remembers. */
export default function Connected() {
  const [store] = useState(makeStore)
  useRipples()
  useLayoutEffect(adoptTypedEarly, [])
  useEffect(keepFocus, [])
  useEffect(() => {
    const info = readUserInfo()
    store.dispatch(info ? signedIn(info) : signedOut({ left: false }))
    // The root's script hid the forms for guests until now; from here on the guards decide.
    delete document.documentElement.dataset['signedIn']
    adoptPressedEarly()
    return onAnotherElsewhere(
      () => store.getState().session.person?.id ?? null,
      (another) => followAnotherTab(store, another),
    )
  }, [store])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      withGlobalClasses={false}
    >
      <Provider store={store}>
        <Going />
        <Outlet />
        <Toasts />
      </Provider>
    </MantineProvider>
  )
}
