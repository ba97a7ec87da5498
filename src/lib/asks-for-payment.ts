/**
 * Whether words of staff ask somebody to pay before they receive their own money (rule 8): the oldest trick of this trade, whoever
 * plays it. What says that nothing has to be paid, and what the firm itself pays, is taken away first; then it looks for a payment
 * and what it is for. Read as suspicion: a text that it stops can be said otherwise. It reads English and sees no sense: whoever
 * means to deceive finds other words, and their name stands beside them in the activity and in the audit. Pure.
 */
import { bankAccountIn } from './bank-account-in.ts'
import { plainLetters } from './letter-blocks.ts'
import { looksBase58, looksLikeAnyAddress, looksSegwit } from './wallet-address.ts'

/** How a payment for something is called; a tax number is none. */
const fee = String.raw`(?:\b(?:(?:sur)?(?:fees?|tax(?:es)?|charges?)|dut(?:y|ies)|commissions?|insurance|lev(?:y|ies)|penalt(?:y|ies)|fines|(?<=\ba )fine|stamps?|collateral|bonds?|costs?|(?:security|refundable) deposit|advance|upfront|gift cards?|vouchers?|balance due)\b(?! (?:numbers?|ids?|forms?|returns?|residen\w+|certificates?|statements?|bills?|documents?)\b))`
const amount = String.raw`(?:\d\s?%|[$€£]\s?\d|\d[\d,. ]*\s?(?:[$€£]|(?:dollars?|usdt?|eur|euros?|gbp|pounds?|btc|bitcoins?|tether|cr[y]pto\w*|percent)\b)|\b\d{2,}\b)`
const paying = String.raw`\b(?:(?:pre)?pay(?:ing|ments?)?|send(?:ing)?|transfer(?:ring)?|remit|wire|deposit|top[- ]?up|settle|cover|fund|forward|provide|buy|purchase)\b`
const near = '.{0,60}?'
const receiving =
  /\b(?:withdraw\w*|payouts?|cash(?:ed|ing)?[- ]?out|releas\w+|unlock\w*|unfreez\w*|unfrozen|unblock\w*|activat\w+|receive|your (?:money|funds|profits?|savings|earnings)|pay out|get (?:it|them) back|clearance|process\w*)\b/

const asksForFee = new RegExp(
  `${paying}${near}${fee}|${fee}${near}\\b(?:paid|settled|sent|deposited|covered|transferred|payable|payments?|due|required|owed|outstanding|reached us)\\b`,
)
const asksForAmount = new RegExp(`${paying}${near}${amount}`)
const anyPrice = new RegExp(`${fee}|${amount}`)
const anyFee = new RegExp(fee)
const payingIt = new RegExp(`${paying} (?:it|this|that|them|the amount)\\b`)
/** Of what was written before: a photo is sent again as well, so the plainer words alone. */
const payingWhatWasNamed =
  /\b(?:(?:pre)?pay|transfer|remit|wire|deposit|settle|top[- ]?up) (?:it|this|that|them|the amount|the same|both)\b/
const payingSomebody =
  /\bpay (?:to )?(?:our|my|the|a|an) (?:cashier|agent|manager|broker|officer|notary|lawyer|partner|clerk|treasurer|accountant)\b/
/** What comes only once something else has. */
const condition =
  /\b(?:if|unless|until|once|without|before|first|as soon as|cannot|can not|can['’]t|blocked|held|hold|stays?|pending|subject to)\b/

/** That nobody has to: always. */
const nothingIsAsked =
  /(?:\b(?:never|nobody|no ?one|not|need not)|n['’]t)(?: (?:ever|has|have|had|need|needs|be|required|asked|expected|obliged|you|anybody|to)){1,6} (?:pay|send|deposit|transfer)(?: (?:a|any|the|anything|fees?|charges?|tax(?:es)?|costs?|or|and|to us)){0,6}/g
/** That nothing is paid: unless it says what comes of it. */
const nothingIsPaid =
  /\b(?:never (?:ever )?pay|no)(?: (?:a|any|release|extra|other|fees?|charges?|tax(?:es)?|costs?|payments?|deposits?|or|and)){1,6}/g
/** What the firm or a bank does, and what has become of a payout. */
const ours =
  /\b(?:we|our bank|the bank|your bank)(?: (?:will|have|has|can|shall|already|also|then)){0,3} (?:pay|paid|send|sent|cover|covered|bear|bore|transfer|transferred|credit|credited|refund|received|charged|charges)\b(?: (?:the|a|any|all|of|network|for|it|costs?|fees?|charges?)){0,4}|\b(?:withdrawals?|payouts?|requests?|transfers?|money|it)(?: of \S+)? (?:was|were|is|are|will be|has been|have been|gets?|is being)(?: already)? (?:paid|sent|transferred|credited)\b|\b(?:your|this|each) deposits?\b/g

const wordsIn = (text: string) => text.split(/[\s,;:()"'“”]+/).filter((word) => word !== '')

/** Also in two pieces, or with its begin at the end of what was written before. */
function holdsAddress(text: string, earlier: readonly string[]): boolean {
  const words = wordsIn(text)
  const before = earlier.map((one) => wordsIn(one).at(-1) ?? '')
  const inTwo = [
    ...words.map((word, at) => word + (words[at + 1] ?? '')),
    ...before.map((word) => word + (words[0] ?? '')),
  ]
  return (
    words.some(
      (word) =>
        (word.length >= 26 && (looksSegwit.test(word) || looksBase58.test(word))) ||
        /^0x[\da-f]{40}$/i.test(word),
    ) || [...words, ...inTwo].some((word) => looksLikeAnyAddress(word.replace(/[.!?]{1,9}$/, '')))
  )
}

/** Nine digits may be a routing number by chance: then the text speaks of an account. */
function holdsAccount(text: string): boolean {
  const account = bankAccountIn(text)
  return account !== null && (!account.includes('/') || /\b(?:account|routing|aba)\b/i.test(text))
}

const elsewhere =
  /https?:|\bwww\.|\b[a-z\d-]+\.(?:com|net|org|io|me|co|info|app|xyz|ru|cc|biz)\b|(?:^|\s)@[a-z]\w{3,}(?![\w(])|\b(?:telegram|whatsapp|signal|wechat|viber)\b/i

/** Letters of two alphabets in one word are there to be read as others. */
const isMixed = (word: string) =>
  /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word)

/** As it is read: without marks, `f-e-e` and `p/a/y` as words, in one line. */
const asRead = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\b(?!a )(?:\p{L}[-._*/|\\ ]){2,}\p{L}\b/gu, (word) =>
      word.replaceAll(/[-._*/|\\ ]/g, ''),
    )
    .replaceAll(/\b(approx|ca|incl|excl|min|max|no|nr)\. /g, '$1 ')
    .replaceAll(/\s+/g, ' ')

/** Whether a sentence asks for it; `before` and `after`: the ones beside it. */
function asks(said: string, before: string, after: string): boolean {
  const isConditional = condition.test(said)
  const plain = said.replaceAll(nothingIsAsked, ' ')
  const sentence = isConditional
    ? plain.replaceAll(ours, (words) => (anyFee.test(words) ? words : ' '))
    : plain.replaceAll(nothingIsPaid, ' ').replaceAll(ours, ' ')
  const isReceived = receiving.test(`${before}. ${said}. ${after}`)
  return (
    asksForFee.test(sentence) ||
    (isReceived &&
      (asksForAmount.test(sentence) ||
        payingSomebody.test(sentence) ||
        (payingIt.test(sentence) && anyPrice.test(before)))) ||
    (isConditional && receiving.test(said) && anyFee.test(sentence))
  )
}

/** Why a reason isn't told, in a sentence, or null: it may name a place where money went. */
export function paymentAsked(text: string): string | null {
  const plain = plainLetters(text)
  if (plain.split(/\s+/).some(isMixed))
    return 'A word of it has letters of two alphabets. Write it in one.'
  const sentences = asRead(plain).split(/[.!?;]+(?=\s|$)/)
  return sentences.some((one, at) => asks(one, sentences[at - 1] ?? '', sentences[at + 1] ?? ''))
    ? 'It reads as if something had to be paid before money is received, which nobody ever has to. Say it otherwise.'
    : null
}

const without = (text: string, ...said: readonly RegExp[]) =>
  said.reduce((left, one) => left.replaceAll(one, ' '), asRead(plainLetters(text)))

/** Whether the price stands in one message, and that it has to be paid in another: whoever of the two wrote which. */
function asksTogether(text: string, earlier: readonly string[]): boolean {
  const now = without(text, nothingIsAsked, nothingIsPaid, ours)
  const before = without(earlier.join('\n'), nothingIsAsked, nothingIsPaid, ours)
  const asksIn = (one: string, other: string) =>
    payingWhatWasNamed.test(one) && anyPrice.test(other)
  return receiving.test(`${before}. ${now}`) && (asksIn(now, before) || asksIn(before, now))
}

/** Why a message doesn't leave, in a sentence, or null. `earlier`: what was written just before in the thread, by both. */
export function asksForPayment(text: string, earlier: readonly string[] = []): string | null {
  const plain = plainLetters(text)
  const asked = paymentAsked(text)
  if (asked !== null) return asked
  if (asksTogether(text, earlier))
    return 'Together with what was written before, it reads as if something had to be paid before money is received, which nobody ever has to. Say it otherwise.'
  if (holdsAccount(plain) || holdsAddress(plain, earlier))
    return 'It holds a bank account or a wallet. Where to pay in stands on the page Fund account alone.'
  return elsewhere.test(plain)
    ? 'It leads to another place. People are written to here alone.'
    : null
}
