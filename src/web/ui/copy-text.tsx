import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './copy-text.module.css'
import { Icon } from './icon.tsx'

const copiedForMs = 2000

type CopyTextProps = {
  text: string
  /** What it is, for those who hear it: `Account ID`. */
  name: string
  large?: boolean
  /** The same text, drawn otherwise. */
  children?: ReactNode
}

/** A text that is copied by pressing it. Where the browser refuses, it is selected instead, to be copied by hand. */
export function CopyText({ text, name, large = false, children }: CopyTextProps) {
  const { copy, outcome } = useCopy(text)
  return (
    <div className={styles.copy} data-large={large || undefined}>
      {outcome === 'refused' ? (
        <Selected text={text} name={name} />
      ) : (
        <button type="button" className={styles.text} onClick={copy}>
          <span className="hide">Copy {name}: </span>
          {children ?? <code>{text}</code>}
          <Icon name="copy" />
        </button>
      )}
      <p className="caption">
        <span role="status">
          {outcome === 'copied' && 'Copied!'}
          {outcome === 'refused' &&
            'The browser did not allow copying. The text is selected: copy it by hand.'}
        </span>
        {outcome === 'none' && <span aria-hidden="true">Press to copy</span>}
      </p>
    </div>
  )
}

/** A field, since not every browser selects the words of a button. */
function Selected({ text, name }: { text: string; name: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <textarea
      ref={field}
      className={styles.text}
      aria-label={name}
      readOnly
      rows={2}
      value={text}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}

/** Copies a text, and says for two seconds that it did. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function copy() {
    clearTimeout(timer.current)
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      timer.current = setTimeout(() => setOutcome('none'), copiedForMs)
    } catch {
      setOutcome('refused')
    }
  }
  return { copy, outcome }
}
