import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Appropriateness, Question } from '../../../contract/appropriateness.ts'
import { failureText, fieldProblems, type Failure } from '../../api/failure.ts'
import { useAnswerAppropriatenessMutation } from '../../api/risk.ts'
import { useSend } from '../../api/use-send.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import form from '../../account/form.module.css'
import styles from './questions.module.css'

type QuestionFormProps = {
  appropriateness: Appropriateness
  onBack(): void
  onAnswered(fits: boolean): void
}

/** Asked once, before a first investment. What was chosen and typed before is kept, and follows when plans are for this person. */
export function QuestionForm({ appropriateness, onBack, onAnswered }: QuestionFormProps) {
  const { questions, version } = appropriateness
  const [given, give] = useState<Record<string, string>>({})
  const { errors, failure, busy, send } = useAnswers(questions, version, onAnswered)
  const forgive = useUnsaved(Object.keys(given).length > 0)
  const place = useRef<HTMLFormElement>(null)
  // They stand where the button was pressed no more: whoever pressed it is led to their beginning.
  useEffect(() => {
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'start' })
  }, [])
  async function submit(event: FormEvent) {
    event.preventDefault()
    const open = await send(given, forgive)
    place.current?.querySelector<HTMLInputElement>(`input[name="${open}"]`)?.focus()
  }
  return (
    <form
      ref={place}
      tabIndex={-1}
      aria-label="Before your first investment"
      onSubmit={submit}
      noValidate
    >
      <Sheet title="Before your first investment" narrow>
        <div className={form.fields}>
          <p>
            {questions.length} questions, asked once. They show whether plans suit you now. Please
            answer truthfully: a plan that doesn’t suit you helps nobody.
          </p>
          {failure && (
            <Note tone="bad">
              {failureText(failure, 'The answers could not be recorded. Please try again.')}
            </Note>
          )}
          {questions.map((question) => (
            <RadioGroup
              key={question.id}
              question={question}
              chosen={given[question.id]}
              error={errors[question.id]}
              onChoose={(choice) => give({ ...given, [question.id]: choice })}
            />
          ))}
          <div className="row">
            <Button variant="default" onClick={onBack}>
              Back
            </Button>
            <Button type="submit" disabled={busy}>
              {busy ? 'Sending...' : 'Continue'}
            </Button>
          </div>
        </div>
      </Sheet>
    </form>
  )
}

/** Sends what was chosen, once each question has an answer; answers the first question that has none. */
function useAnswers(
  questions: readonly Question[],
  version: number,
  onAnswered: (fits: boolean) => void,
) {
  const [answer] = useAnswerAppropriatenessMutation()
  const { send: sendOnce, busy } = useSend(answer)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  async function send(given: Record<string, string>, forgive: () => void) {
    const open = questions.filter(({ id }) => given[id] === undefined)
    setErrors(Object.fromEntries(open.map(({ id }) => [id, 'Please choose an answer'])))
    if (open.length > 0) return open[0]!.id
    const answers = Object.fromEntries(questions.map(({ id }) => [id, given[id]!]))
    const outcome = await sendOnce({ version, answers })
    if (!outcome) return null
    if (outcome.failure) {
      setFailure(outcome.failure)
      setErrors(
        Object.fromEntries(
          Object.entries(fieldProblems(outcome.failure)).map(([field, text]) => [
            field.replace('answers.', ''),
            text,
          ]),
        ),
      )
      return null
    }
    forgive()
    onAnswered(outcome.data.data.appropriateness.state === 'fits')
    return null
  }
  return { errors, failure, busy, send }
}

type RadioGroupProps = {
  question: Question
  chosen: string | undefined
  error: string | undefined
  onChoose(choice: string): void
}

function RadioGroup({ question, chosen, error, onChoose }: RadioGroupProps) {
  const { id, text, choices } = question
  const isWrong = error !== undefined && chosen === undefined
  return (
    <fieldset className={styles.question} aria-describedby={isWrong ? `wrong-${id}` : undefined}>
      <legend>{text}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className={styles.choice}>
          <input
            type="radio"
            name={id}
            checked={chosen === choice.id}
            onChange={() => onChoose(choice.id)}
          />
          <span>{choice.text}</span>
        </label>
      ))}
      {isWrong && (
        <p id={`wrong-${id}`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
