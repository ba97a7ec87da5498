/** Staff edit a user: at once up to what one administrator may do alone, otherwise when another one agrees. */
import {
  defineStaffCommand,
  isRefusal,
  refuse,
  type Decision,
  type Journaled,
} from '../../desk/command.ts'
import {
  centsIfAny,
  changeOf,
  erasedWords,
  subjectOf,
  textIfAny,
  wordsIfAny,
} from '../../desk/recall.ts'
import type { Changes, Owner } from '../../desk/records.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import { accessChanges, endEmailChanges, type AccessChange } from '../access-changes/table.ts'
import { presentUser } from '../investments/present.ts'
import { accountOn } from '../people/rules.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { proposals } from '../proposals/table.ts'
import { withCorrection } from './present.ts'
import {
  correction,
  differences,
  factsOf,
  fieldChanges,
  sizeOf,
  termsOfEmail,
  textsOf,
  waitsAsEmail,
  wordsOfEdit,
  type Edit,
  type EditFacts,
} from './proposals.ts'

export type CorrectUser = ApprovalLimits &
  Edit & {
    /** The user whom the form itself names, if any. */
    named?: OwnerId | undefined
    version?: number | undefined
  }

/** Beside what else is done, these changes of access end. */
const withPut = (changes: Changes, ended: readonly AccessChange[]): Changes => ({
  ...changes,
  put: [...(changes.put ?? []), ...ended.map((change) => accessChanges.row(change))],
})

/** Which words of a person an edit changes: they are erased, and that there were some is not. */
const editedIn = (edits: string, ended: readonly AccessChange[]) => ({
  ...(edits === '' ? {} : { words: edits }),
  ...(ended.length > 0 ? { ended: String(ended.length) } : {}),
})

/** What an edit changed of a word, or what stands for it; undefined where it left it. */
function editedWord(kept: Journaled, field: string): string | undefined {
  const isEdited = textIfAny(kept, 'words')?.split(' ').includes(field) ?? false
  return isEdited ? (changeOf(kept, field)?.to ?? erasedWords(kept, field)) : undefined
}

function recallEdit(kept: Journaled, world: World) {
  const user = subjectOf(kept)
  const newEmail = editedWord(kept, 'newEmail')
  const email = newEmail ?? editedWord(kept, 'email')
  // What ended was an email that waited: the present one was set again.
  const same = kept.input.ended === undefined ? {} : { email: world.owners.get(user)!.email }
  const from = (field: string) => changeOf(kept, field)?.from ?? undefined
  const reason = wordsIfAny(kept, 'reason')
  return {
    command: {
      user,
      accountBalance: centsIfAny(kept, 'accountBalance'),
      totalProfit: centsIfAny(kept, 'totalProfit'),
      totalLoss: centsIfAny(kept, 'totalLoss'),
      fullName: editedWord(kept, 'fullName'),
      before: { fullName: from('fullName'), email: from('newEmail') ?? from('email') },
      ...(email === undefined ? same : { email }),
      emailWait: newEmail === undefined ? null : { waitMs: 0, earlierForMs: 0 },
      reason,
      ...limitsIn(kept),
    },
  }
}

function refusalOfForm({ version }: Owner, c: CorrectUser): Refusal | null {
  if (c.named !== undefined && c.named !== c.user)
    return refuse(
      'not_your_account',
      'The form names a different user than the address. Nothing was saved.',
    )
  return c.version !== undefined && c.version !== version ? refuse('stale_version') : null
}

/** What an administrator does to one person, counted beside all else that they do alone. */
const actOf = (world: World, owner: Owner, c: CorrectUser, actor: OwnerId | null) => ({
  actor,
  person: owner.id,
  amount: sizeOf(differences(owner, world.balance(owner.id, 'cash'), c)),
})

function whyTwo(world: World, owner: Owner, c: CorrectUser, actor: OwnerId | null): string | null {
  return waitsAsEmail(owner, c)
    ? 'Another email address always takes two.'
    : whyTwoIn(world, c, actOf(world, owner, c, actor))
}

/** Where nothing is edited, what waited as another email may have ended. */
const onlyEnding = (user: OwnerId, ended: readonly AccessChange[], c: CorrectUser): Decision =>
  ended.length === 0
    ? { postings: [], activity: [] }
    : {
        postings: [],
        activity: [{ owner: user, kind: 'access-change-stopped' }],
        put: ended.map((change) => accessChanges.row(change)),
        facts: editedIn('', ended),
        texts: textsOf([], c.reason),
      }

/** The user sees who, when and why. */
export const correctUser = defineStaffCommand<CorrectUser>({
  may: 'edit-people',
  recall: recallEdit,
  journal: (c) => {
    const money = Object.entries({
      accountBalance: c.accountBalance,
      totalProfit: c.totalProfit,
      totalLoss: c.totalLoss,
    })
    return {
      ...Object.fromEntries(
        money.flatMap(([field, cents]) => (cents === undefined ? [] : [[field, String(cents)]])),
      ),
      ...journalOfLimits(c),
    }
  },
  subject: (c) => c.user,
  needs(c, _, actor) {
    const words = c.email === undefined ? {} : { email: c.email }
    const needs = needsOf(correction, { user: c.user } as EditFacts, termsOfEmail(null), words)
    const alone = needsAlone(c, actor)
    return {
      ...needs,
      owners: [...new Set([...needs.owners, ...alone.owners])],
      read: [...needs.read!, ...alone.read],
    }
  },
  decide(world, c, context) {
    const owner = accountOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    const refusal = refusalOfForm(owner, c)
    if (refusal) return refusal
    const facts = factsOf(owner, world.balance(owner.id, 'cash'), c)
    const words = wordsOfEdit(owner, c)
    // Whatever waits as another email ends with this edit, also where the present one is set again: it was a mistake.
    const ended = c.email === undefined ? [] : endEmailChanges(world, c.user, context)
    if (fieldChanges(facts, words).length === 0) return onlyEnding(c.user, ended, c)
    const asked = {
      kind: correction,
      facts,
      words,
      answer: termsOfEmail(c.emailWait),
      whyTwo: whyTwo(world, owner, c, context.actor),
      alone: countedAlone(c, actOf(world, owner, c, context.actor), context),
    }
    const decision = doOrPropose(world, asked, context)
    return isRefusal(decision)
      ? decision
      : {
          ...withPut(decision, ended),
          facts: { ...decision.facts, ...editedIn(facts.edits, ended) },
        }
  },
  reply(world, c, context) {
    const owner = world.owners.get(c.user)!
    const user = presentUser(world, c.user, context.at)
    const why = world.get(proposals, context.id) && whyTwo(world, owner, c, context.actor)
    const proposed = replyOfProposed(world, correction, context, why ?? null)
    return proposed
      ? withCorrection(world, proposed, { user })
      : {
          status: 200,
          body: {
            status: 'success',
            message: 'User profile updated successfully',
            data: { user },
          },
        }
  },
})
