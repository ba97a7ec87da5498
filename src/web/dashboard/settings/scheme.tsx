import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './settings.module.css'

const schemes: { value: MantineColorScheme; label: string; note: string }[] = [
  { value: 'auto', label: 'System', note: 'same as this device' },
  { value: 'light', label: 'Light', note: 'ink on paper' },
  { value: 'dark', label: 'Dark', note: 'paper on ink' },
]

/** Remembered by this browser, and read before anything is drawn. */
export function SchemeSettings() {
  // The library would hold transitions back by a style element, which the content policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <Sheet title="Appearance" narrow>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Colour scheme</legend>
        {schemes.map(({ value, label, note }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="scheme"
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            <span>
              {label}
              <span className="caption">, {note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="caption">Saved in this browser, for every page.</p>
    </Sheet>
  )
}
