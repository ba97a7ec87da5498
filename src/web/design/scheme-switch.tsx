import { Button, useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** Holds for this document only: nothing is remembered that would still hold on the other pages of this address. */
export function SchemeSwitch() {
  const system = useComputedColorScheme('light')
  const [chosen, setChosen] = useState<Scheme | null>(null)

  function choose(scheme: Scheme) {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
    setChosen(scheme)
  }

  return (
    <div className="row" role="group" aria-label="Colour scheme">
      {schemes.map((scheme) => (
        <Button
          key={scheme}
          size="compact-sm"
          variant={(chosen ?? system) === scheme ? 'filled' : 'default'}
          aria-pressed={(chosen ?? system) === scheme}
          onClick={() => choose(scheme)}
        >
          {scheme === 'light' ? 'Light' : 'Dark'}
        </Button>
      ))}
    </div>
  )
}
