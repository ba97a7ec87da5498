import { useHotkeys } from '@mantine/hooks'
import { useState, type ComponentType } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { toastBad } from '../../ui/toast.tsx'
import styles from './search.module.css'

export type PaletteProps = { open: boolean; onClose(): void }

/** Brings what an area finds, in a file of its own. */
export type LoadPalette = () => Promise<{ default: ComponentType<PaletteProps> }>

/** Nothing is opened over a question or a form: what is typed there waits for its answer. */
const isAsked = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Opens the search from everywhere, by Ctrl-K (⌘K) or by a button that is always there. */
export function Search({ load }: { load: LoadPalette }) {
  const [open, setOpen] = useState(false)
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)

  async function start() {
    if (open || isAsked()) return
    setOpen(true)
    if (Palette) return
    try {
      const { default: loaded } = await load()
      setPalette(() => loaded)
    } catch {
      setOpen(false)
      toastBad('The search could not be loaded. Check your connection and try again.')
    }
  }

  // In fields too: nobody types it there.
  useHotkeys([['mod+K', () => void start()]], [])
  return (
    <>
      <button
        type="button"
        className={styles.open}
        onClick={start}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" />
        <span className={styles.word}>Search</span>
        <kbd className={styles.keys} aria-hidden="true">
          {keys}
        </kbd>
      </button>
      <ProgressLine on={open && !Palette}>Loading the search...</ProgressLine>
      {Palette && <Palette open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

/** As the keyboard of this machine has it. The frame is drawn in the browser alone. */
const keys =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
