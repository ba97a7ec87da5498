/**
 * Whether words of staff ask somebody to pay before they receive their own money (rule 8): the oldest trick of this trade, whoever
 * plays it. It looks for a payment, for what would be paid, and for money that would come of it, close to each other, and takes away
 * first what says that nothing has to be paid. Read as suspicion: a text that it stops can be said otherwise. It reads English and sees
 * no sense: whoever means to deceive finds other words, and their name stands beside them in the activity and in the audit. Pure.
 */
import { bankAccountIn } from './bank-account-in.ts'
import { plainLetters } from './letter-blocks.ts'
import { looksBase58, looksSegwit } from './wallet-address.ts'

const paying =
  /\b(?:(?:pre)?pay(?:ing|ments?)?|send(?:ing)?|transfer(?:ring)?|remit|wire|deposit|top[- ]?up|settle|cover|fund|forward|provide|buy|purchase)\b/
const paid =
  /\b(?:paid|settled|sent|deposited|covered|transferred|payable|payments?|due|required)\b/
const price =
  /(?:\b(?:fees?|tax(?:es)?|dut(?:y|ies)|charges?|commissions?|insurance|lev(?:y|ies)|penalt(?:y|ies)|fines?|stamps?|collateral|bonds?|costs?|gas|(?:security|refundable) deposit|advance|upfront|percent|gift cards?|vouchers?|balance due|dollars?|usdt?|btc|bitcoins?|tether|cr[y]pto\w*)\b|\d\s?%|[$€£]\s?\d|\d\s?[$€£])/
const receiving =
  /\b(?:withdraw\w*|payouts?|cash(?:ed|ing)?[- ]?out|releas\w+|unlock\w*|unfreez\w*|unfrozen|unblock\w*|activat\w+|receiv\w+|your (?:money|funds|profits?|balance|savings|earnings)|pay out|get (?:it|them) back|access|upgrade\w*|clearance|process\w*)\b/

/** Within one sentence: what is to be done with it, and how it is called, in either order. */
const near = String.raw`[^.!?\n]{0,60}?`
const payment = new RegExp(
  `${paying.source}${near}${price.source}|${price.source}${near}${paid.source}`,
)
/** The price stands in the sentence before. */
const payingIt = new RegExp(`${paying.source} (?:it|this|that|them|the amount)\\b`)

/** What says that nothing is paid. It ends with the word for it, so that what stands beside it counts. */
const denied =
  /\b(never|nobody|no one|not|don['’]?t|doesn['’]?t|won['’]?t|needn['’]?t|mustn['’]?t|without|no need to|free of|none of)( (ever|has|have|had|need|needs|required?|asked?|expected|obliged|be|being|to|you|us|we|will|any|a|the|anything|for)){0,6} (pay|paid|paying|payment|fees?|charges?|costs?|send|deposit|transfer)( (a|any|the|anything|fees?|charges?|tax|taxes|costs?|or|and|to us)){0,6}\b/g

/** What we pay, or what was paid, asks for nothing. */
const ours =
  /\b(?:(?:was|were|been) (?:already )?(?:paid|sent|transferred|credited|deposited|wired)|(?:withdrawals?|payouts?|requests?|transfers?)(?: of \S+)? (?:is|are|will be|gets?|is being) (?:paid|sent))\b/g

/** Letters of two alphabets in one word are there to be read as others. */
const isMixed = (word: string) =>
  /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word)

const holdsAddress = (text: string) =>
  text
    .split(/[\s,;:()"'“”]+/)
    .some((word) => word.length >= 26 && (looksSegwit.test(word) || looksBase58.test(word)))

/** `f-e-e`, `f.e.e` and `f e e`, as the word that they are read as. */
const joined = (text: string) =>
  text.replaceAll(/\b(?!a )(?:\p{L}[-._* ]){2,}\p{L}\b/gu, (letters) =>
    letters.replaceAll(/[-._* ]/g, ''),
  )

/** Why these words don't leave, in a sentence, or null. */
export function asksForPayment(text: string): string | null {
  const plain = plainLetters(text).normalize('NFKC')
  if (plain.split(/\s+/).some(isMixed))
    return 'A word of it has letters of two alphabets. Write it in one. Nothing was sent.'
  if (bankAccountIn(plain) !== null || holdsAddress(plain))
    return 'It holds a bank account or a wallet. Where to pay in stands on the page Fund account alone. Nothing was sent.'
  const sentences = joined(plain.toLowerCase())
    .replaceAll(denied, ' ')
    .replaceAll(ours, ' ')
    .split(/[.!?\n]+/)
  const asks = sentences.some((sentence, at) => {
    const before = sentences[at - 1] ?? ''
    const isAsked = payment.test(sentence) || (price.test(before) && payingIt.test(sentence))
    return isAsked && receiving.test(`${before}. ${sentence}. ${sentences[at + 1] ?? ''}`)
  })
  return asks
    ? 'It reads as if something had to be paid before money is received, which nobody ever has to. Say it otherwise. Nothing was sent.'
    : null
}
