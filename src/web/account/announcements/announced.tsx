/** The words of an announcement, as people see them: under the line that nobody has to pay (rule 8). */
import { neverPays } from '../../../contract/message.ts'
import styles from './words.module.css'

export function AnnouncedText({ text }: { text: string }) {
  return (
    <>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className="caption">{neverPays}</p>
    </>
  )
}
