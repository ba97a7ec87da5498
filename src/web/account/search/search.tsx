import { useHotkeys } from '@mantine/hooks'
import { Icon } from '../../ui/icon.tsx'
import { useLate, type LateProps, type LoadLate } from '../../ui/late.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import styles from './search.module.css'

export type PaletteProps = LateProps

/** Brings what an area finds, in a file of its own. */
export type LoadPalette = LoadLate<PaletteProps>

/** Nothing is opened over a question or a form: what is typed there waits for its answer. */
const isAsked = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Opens the search from everywhere, by Ctrl-K (⌘K) or by a button that is always there. */
export function Search({ load }: { load: LoadPalette }) {
  const { Part: Palette, ...palette } = useLate(load, 'The search')
  const start = () => {
    if (!palette.isOpen && !isAsked()) void palette.open()
  }

  // In fields too: nobody types it there.
  useHotkeys([['mod+K', start]], [])
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
      <ProgressLine on={palette.isWaiting}>Loading the search...</ProgressLine>
      {Palette && <Palette open={palette.isOpen} onClose={palette.close} />}
    </>
  )
}

/** As the keyboard of this machine has it. The frame is drawn in the browser alone. */
const keys =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
