import { Button, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { ProofFault } from '../../../lib/liabilities/proof.ts'
import { showDay } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { compareWith, type Compared, type Counted } from '../own-proof.ts'
import { Forget } from './forget.tsx'
import styles from './proof.module.css'

type Said = { tone: 'note' | 'good' | 'bad'; words: string }

function sentenceOf(compared: Compared, day: string): Said {
  switch (compared.is) {
    case 'same':
      return { tone: 'good', words: `It is the manifest of ${day}, to the letter.` }
    case 'earlier':
      return {
        tone: 'good',
        words: `It is the manifest of ${showDay(compared.day)}, and the one of ${day} rests on it: nothing before was changed since.`,
      }
    case 'later':
      return {
        tone: 'good',
        words: `It is the manifest of ${showDay(compared.day)}, which rests on the one of ${day}.`,
      }
    case 'unknown':
      return {
        tone: 'note',
        words: `It isn’t the manifest of ${day}, and the list of all manifests could not be loaded. Please try again.`,
      }
    case 'different':
      return {
        tone: 'bad',
        words: `It differs: none of the manifests that are published now has this hash. If you are sure of what you kept, what was published has been changed since, or you were shown another manifest. Keep both and ask our support; an auditor can compare them too.`,
      }
  }
}

export function Comparison({ counted }: { counted: Counted }) {
  const [typed, type] = useState('')
  const [said, say] = useState<Said | null>(null)
  const { checked } = counted
  async function compare(text: string) {
    try {
      say(sentenceOf(await compareWith(text, checked), showDay(checked.manifest.day)))
    } catch (error) {
      if (!(error instanceof ProofFault)) throw error
      say({ tone: 'bad', words: `Nothing was compared. ${error.message}` })
    }
  }
  return (
    <Sheet title="Compare with what you kept">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void compare(typed)
        }}
      >
        <p>
          Whoever keeps a manifest, or its hash alone, finds out when it is changed later. Choose
          the file of any day, or paste it or its hash: what you kept, or what somebody else was
          shown. We mail the hash each day to whoever switches that on in their{' '}
          <Link to="/dashboard/settings">settings</Link>.
        </p>
        <FileField onRead={(text) => (type(text), void compare(text))} />
        <Textarea
          className={styles.pasted}
          label="Or its text, or its hash"
          rows={3}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => {
            say(null)
            type(currentTarget.value)
          }}
        />
        {said && <Note tone={said.tone}>{said.words}</Note>}
        <div className="row">
          <Button type="submit" variant="default" disabled={typed.trim() === ''}>
            Compare
          </Button>
        </div>
      </form>
      <Forget />
    </Sheet>
  )
}

function FileField({ onRead }: { onRead(text: string): void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>A manifest that you kept</label>
      <input
        className={styles.file}
        id={id}
        type="file"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void file.text().then(onRead)
        }}
      />
    </div>
  )
}
