/** Concurrent submissions: a wave of commands that pick from the house as it was before, so that they get in each other's way. */
import type { Asked, Model } from '../model.ts'
import type { Random } from '../random.ts'
import type { Town } from '../scene.ts'
import { moveOf } from '../steps.ts'

/** What runs alone: what is booked of a batch or a list, since a payout isn’t in the firm’s list, a new administrator, what may freeze one, another role, what changes plans, policies and announcements, which are read without a lock, whatever concerns a waiting new email, and now and then the clock, so that its count of what falls due can be checked. */
export function runsAlone({ kind, command }: Asked, model: Model): boolean {
  if (
    kind === 'OfferPlan' ||
    kind === 'ChangePlan' ||
    kind === 'WithdrawPlan' ||
    kind === 'ReofferPlan'
  )
    return true
  if (kind === 'AgreeToProposal')
    return model.waiting.some(
      ({ id, kind: of, holds, facts }) =>
        id === command.proposal &&
        (holds === 'plans' ||
          of === 'role-change' ||
          of.startsWith('edition-') ||
          of === 'announcement-resuming' ||
          /"edits":"[^"]*mail/i.test(facts)),
    )
  if (kind === 'StopAnnouncement' || kind === 'FinishAnnouncement') return true
  if (kind === 'BookBatchPayment' || kind === 'BookListPayment' || kind === 'SettlePayoutBatch')
    return true
  if (kind === 'ReverseDeposit')
    return model.person(model.deposit(command.deposit)?.owner ?? null)?.role === 'admin'
  if (
    kind === 'ConfirmEmail' ||
    kind === 'FinishAccessChange' ||
    (kind === 'CorrectUser' && command.emailWait)
  )
    return true
  return kind === 'OpenOwner'
    ? command.role === 'admin'
    : kind === 'MoveClock' && command.days % 2 === 0
}

/** Which administrator it may freeze, unfreeze or close: who was one at each moment must be certain. */
export function changesStatusOf({ kind, command }: Asked, model: Model): string | null {
  if (
    kind !== 'FreezeUser' &&
    kind !== 'UnfreezeUser' &&
    kind !== 'FreezeOwnAccount' &&
    kind !== 'CloseUser'
  )
    return null
  const person = 'owner' in command ? command.owner : command.user
  return model.person(person)?.role === 'admin' ? person : null
}

/** Whose name or email a command may change. */
function renames({ kind, command }: Asked): string | null {
  if (kind === 'ChangeName') return command.owner
  if (kind === 'CloseUser') return command.user
  return kind === 'CorrectUser' && (command.email !== undefined || command.fullName !== undefined)
    ? command.user
    : null
}

export type Wave = { alone: Asked[]; together: Asked[] }

/** Waves in which many meet at the same place: at the pools, at some people's money, at what they may move and who decides on it, as the last administrators. */
const crowds: { size: number; takes(asked: Asked, model: Model): boolean }[] = [
  {
    size: 300,
    takes: ({ kind }) =>
      kind === 'OpenInvestment' ||
      kind === 'ChooseAtMaturity' ||
      kind === 'SettleInvestment' ||
      kind === 'CreditReferrer' ||
      kind === 'CorrectUser' ||
      kind === 'FundPool',
  },
  {
    size: 300,
    takes: ({ kind }) =>
      kind === 'CreditPlayMoney' ||
      kind === 'RequestWithdrawal' ||
      kind === 'CancelWithdrawal' ||
      kind === 'ApproveWithdrawal' ||
      kind === 'PayWithdrawal',
  },
  {
    size: 300,
    takes: ({ kind }) =>
      kind === 'SubmitVerification' ||
      kind === 'VerifyPerson' ||
      kind === 'ProposeFinalRefusal' ||
      kind === 'AgreeToProposal' ||
      kind === 'ReleaseReceipt' ||
      kind === 'CreditDeposit' ||
      kind === 'ReverseDeposit' ||
      kind === 'ReleaseDeposit' ||
      kind === 'RecordCoinExchange' ||
      kind === 'CreditPlayMoney' ||
      kind === 'RequestWithdrawal',
  },
  { size: 20, takes: (asked, model) => changesStatusOf(asked, model) !== null },
]

/** A wave of at most this many commands. They are added to what was submitted, so that later ones can repeat them. */
export function nextWave(
  model: Model,
  submitted: Asked[],
  { people, size }: Pick<Town, 'people'> & { size: number },
  random: Random,
): Wave {
  const wave: Wave = { alone: [], together: [] }
  const renamed = new Map<string, string>()
  const statusChanges = new Map<string, string>()
  const crowd = random.below(3) === 0 ? crowds[random.below(crowds.length)]! : null
  const wanted = Math.min(size, crowd?.size ?? size)
  for (
    let tried = 0;
    tried < wanted * 50 && wave.alone.length + wave.together.length < wanted;
    tried += 1
  ) {
    const move = moveOf(random.next(), { model, submitted, people })
    if (!move || !('submit' in move) || (crowd && !crowd.takes(move.submit, model))) continue
    const { submit } = move
    const person = renames(submit)
    // Twice, and the holder of an email at each moment would be unknown.
    if (person !== null && (renamed.get(person) ?? submit.id) !== submit.id) continue
    const administrator = changesStatusOf(submit, model)
    if (administrator !== null && (statusChanges.get(administrator) ?? submit.id) !== submit.id)
      continue
    if (administrator !== null) statusChanges.set(administrator, submit.id)
    if (person !== null) renamed.set(person, submit.id)
    submitted.push(submit)
    wave[runsAlone(submit, model) ? 'alone' : 'together'].push(submit)
  }
  return wave
}
