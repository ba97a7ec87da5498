/** What a proof says in sentences: the same on pages, in the file that needs no server, and on the command line. */
import { formatUsd } from '../money.ts'
import { claims, owedIn, total, type Amounts, type Claim } from './format.ts'
import type { Checked } from './proof.ts'

export const claimNames: Record<Claim, string> = {
  cash: 'Account balance',
  held: 'Held for withdrawals',
  invested: 'In running plans',
  promised: 'Promised profit, set aside',
  security: 'Withheld of a loan, and returned with its last payment',
  unassigned: 'Arrived, not credited yet',
}

/** `day`: as it is to be read. */
export const countedSentence = ({ amounts, manifest }: Checked, day: string): string =>
  `Counted: your ${formatUsd(total(amounts))} ${manifest.sample ? 'of play money ' : ''}is in the ${formatUsd(total(owedIn(manifest)))} that ${manifest.firm} says it owes, in the proof of ${day}.`

export const signedSentence = ({
  manifest: { sample, key },
  signed,
}: Pick<Checked, 'manifest' | 'signed'>): string => {
  if (!signed) return 'The firm has not signed this day’s manifest.'
  return sample
    ? 'The manifest is signed with the sample key of demonstrations, which is no secret: here a signature only shows how one is checked.'
    : `The manifest is signed with the key ${key}. Compare it with the one that you know from elsewhere.`
}

/** In which kinds of claims there is anything. */
export const kindsOf = (amounts: Amounts): { claim: Claim; cents: bigint }[] =>
  claims
    .filter((claim) => claim !== 'unassigned' || amounts[claim] > 0n)
    .map((claim) => ({ claim, cents: amounts[claim] }))

/** What no proof of this kind can show; threats and their limits are the same wherever it is read. */
export const notShown: { title: string; text: string }[] = [
  {
    title: 'People who were left out',
    text: 'A proof shows that you are counted. Somebody who was left out and never checks isn’t noticed. The more people check, the fewer can be left out unseen.',
  },
  {
    title: 'Another proof for somebody else',
    text: 'The firm could show different manifests to different people. Only comparing shows it: keep the hash of a day elsewhere, and compare it with other people’s.',
  },
  {
    title: 'Nobody else’s shares',
    text: 'Beside your way stand shares of other people’s money, without names. Whoever has many accounts, or many days of them, can put shares together to somebody’s balance, in a small firm sooner.',
  },
  {
    title: 'Money that isn’t credited yet',
    text: 'What has arrived and isn’t credited yet, also what is set aside in somebody’s name, is one sum for everybody. Your own check doesn’t see your part of it.',
  },
  {
    title: 'The money to pay with',
    text: 'It says what the firm owes, not what it has. Reserves can be borrowed for a day, pledged to others, or spent outside of the books.',
  },
  {
    title: 'What isn’t in the books',
    text: 'Debts that were never written down and deposits that were never booked are in no sum.',
  },
  {
    title: 'That plans keep their promise',
    text: 'Promised profit is counted as a debt. Whether it can be earned, and paid to everybody, no hash can say. What you invest can be lost.',
  },
  {
    title: 'An amount below zero that isn’t on your way',
    text: 'Your check sees every sum on your own way up. An amount below zero elsewhere in the tree is seen by those whose way passes it.',
  },
  {
    title: 'Any other moment',
    text: 'The balances are of one moment of each day.',
  },
]
