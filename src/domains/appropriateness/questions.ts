/**
 * The questions before a first investment, owned by the product. Another wording, choice or mark has another version. Pure.
 */
import type { Question } from '../../contract/appropriateness.ts'

/** `pauses` is reason enough by itself; of `misses` it takes two. */
type Mark = 'fits' | 'misses' | 'pauses'
/** `says`: why it speaks against investing for now. */
type Choice = { id: string; text: string } & (
  | { mark: 'fits' }
  | { mark: Exclude<Mark, 'fits'>; says: string }
)
type Asked = { id: string; text: string; choices: readonly Choice[] }

export const questionsVersion = 1

const lockedUp =
  'Money in a plan stays there until the day on which the plan ends. It cannot be had earlier.'

export const questions: readonly Asked[] = [
  {
    id: 'when-back',
    text: 'You place $500 in a plan of 26 days. A week later you need the money. Can you have it?',
    choices: [
      { id: 'yes', text: 'Yes, whenever I ask for it', mark: 'misses', says: lockedUp },
      { id: 'fee', text: 'Yes, for a fee', mark: 'misses', says: lockedUp },
      { id: 'at-end', text: 'No, only when the plan ends', mark: 'fits' },
    ],
  },
  {
    id: 'what-can-happen',
    text: 'What can happen to the money that you place in a plan?',
    choices: [
      {
        id: 'nothing',
        text: 'Nothing: it comes back whole, whatever happens',
        mark: 'pauses',
        says: 'What you invest can be lost, all of it too. You said that it comes back whatever happens.',
      },
      { id: 'lost', text: 'It can be lost, all of it too', mark: 'fits' },
      {
        id: 'profit',
        text: 'Only the profit can be lost',
        mark: 'pauses',
        says: 'What you invest can be lost, all of it too, and not the profit alone.',
      },
    ],
  },
  {
    id: 'who-pays',
    text: 'Who pays the profit of a plan?',
    choices: [
      { id: 'firm', text: 'The firm, with its own money that it has set aside', mark: 'fits' },
      {
        id: 'others',
        text: 'Other people who invest later',
        mark: 'misses',
        says: 'The profit is the firm’s own money, set aside when an investment is opened. No other investor pays it.',
      },
      {
        id: 'state',
        text: 'A bank or the state',
        mark: 'misses',
        says: 'The profit is the firm’s own money. No bank and no state stands behind it.',
      },
    ],
  },
  {
    id: 'share',
    text: 'How much of your savings do you mean to place here?',
    choices: [
      { id: 'small', text: 'A small part, up to a tenth', mark: 'fits' },
      {
        id: 'half',
        text: 'More than that, up to a half',
        mark: 'misses',
        says: 'So large a part of your savings would be hard to replace if it were lost.',
      },
      {
        id: 'most',
        text: 'Most of them, or money that I have borrowed',
        mark: 'pauses',
        says: 'You would place most of your savings, or borrowed money. If it were lost, you would have little left, or owe it.',
      },
    ],
  },
  {
    id: 'loss',
    text: 'If all of it were lost, what would that mean for you?',
    choices: [
      {
        id: 'bearable',
        text: 'It would hurt, and I could still pay for what I need',
        mark: 'fits',
      },
      {
        id: 'trouble',
        text: 'I could not pay my rent, my bills or my debts',
        mark: 'pauses',
        says: 'You need this money for your rent, your bills or your debts. Please keep it for them.',
      },
    ],
  },
  {
    id: 'experience',
    text: 'Have you placed money before in something whose value can fall?',
    choices: [
      { id: 'yes', text: 'Yes', mark: 'fits' },
      {
        id: 'no',
        text: 'No, this would be the first time',
        mark: 'misses',
        says: 'This would be your first time. It helps to know well how it works before you begin.',
      },
    ],
  },
]

export type Answers = Readonly<Record<string, string>>

/** As everybody may read them. */
export const shownQuestions: Question[] = questions.map(({ id, text, choices }) => ({
  id,
  text,
  choices: choices.map((choice) => ({ id: choice.id, text: choice.text })),
}))

const chosenOf = ({ id, choices }: Asked, answers: Answers): Choice | undefined =>
  choices.find((choice) => choice.id === answers[id])

/** By question, what is wrong with the answers as such; null: each question has one of its choices. */
export function faultsOf(answers: Answers): Record<string, string> | null {
  const open = questions.filter((asked) => !chosenOf(asked, answers))
  const unknown = Object.keys(answers).filter((id) => !questions.some((asked) => asked.id === id))
  if (open.length + unknown.length === 0) return null
  return Object.fromEntries([
    ...open.map(({ id }) => [`answers.${id}`, 'Please choose an answer']),
    ...unknown.map((id) => [`answers.${id}`, 'There is no such question']),
  ])
}

export function outcomeOf(answers: Answers): 'fits' | 'pause' {
  const marks = questions.map((asked) => chosenOf(asked, answers)?.mark ?? 'pauses')
  const misses = marks.filter((mark) => mark === 'misses').length
  return marks.includes('pauses') || misses >= 2 ? 'pause' : 'fits'
}

/** What speaks against it, in the order of the questions. */
export const whyOf = (answers: Answers): string[] =>
  questions.flatMap((asked) => {
    const chosen = chosenOf(asked, answers)
    return chosen && chosen.mark !== 'fits' ? [chosen.says] : []
  })

export const answersInWords = (answers: Answers) =>
  questions.map((asked) => {
    const chosen = chosenOf(asked, answers)
    return {
      question: asked.text,
      answer: chosen?.text ?? '-',
      fits: chosen?.mark === 'fits',
    }
  })
