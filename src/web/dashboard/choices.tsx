import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** `about`: what comes of it, below. */
export type Choice<V extends string> = {
  value: V
  label: ReactNode
  about?: string
  disabled?: boolean
}

type ChoicesProps<V extends string> = {
  name: string
  legend: string
  /** What stands above says it already: it is for who hears the page. */
  legendHidden?: boolean
  choices: readonly Choice<V>[]
  chosen: V | null
  onChoose(value: V): void
}

/** One of a few, each with room for what it means. */
export function Choices<V extends string>(props: ChoicesProps<V>) {
  const { name, legend, legendHidden = false, choices, chosen, onChoose } = props
  return (
    <fieldset className={styles.choices}>
      <legend className={legendHidden ? 'hide' : 'label'}>{legend}</legend>
      {choices.map(({ value, label, about, disabled }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            disabled={disabled}
            onChange={() => onChoose(value)}
          />
          <span>
            {label}
            {about !== undefined && <span className={`caption ${styles.about}`}>{about}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
