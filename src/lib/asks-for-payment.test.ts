import { expect, test } from 'vitest'
import { neverPays } from '../contract/message.ts'
import { asksForPayment } from './asks-for-payment.ts'

const asking = [
  'Please pay a release fee of 10% and your withdrawal is sent today.',
  'Your withdrawal is approved. To release it, deposit the tax of $1,200 first.',
  'You must settle the clearance charge. Then your funds are unlocked.',
  'Top up your account by 500 USDT so that the payout can be processed.',
  'Your money is ready. There is a small cost. Send it and we pay out at once.',
  'You never have to worry: pay the activation fee and receive your profit.',
  'Kindly remit the refundable bond before we unfreeze your account',
  'A f-e-e of 200 dollars must be paid to release your withdrawal',
  'A f e e must be paid to release your withdrawal',
  'Buy gift cards worth $300 to get your funds released',
  'Zur Freigabe: pay 2% and withdraw',
  'Please transfer the insurance of €300 to receive your money',
  'If you do not pay the tax, your withdrawal stays blocked.',
  'We cannot release your withdrawal without the fee.',
  'As soon as the tax has been paid we release your withdrawal.',
  'Your withdrawal will not be paid until the fee has reached us.',
  'Pay 0.05 BTC to release your withdrawal.',
  'Please send 50 EUR for the notary and we release your money.',
  'Please deposit 500 more so that your withdrawal can be released.',
  'Please pay approx. 50 dollars to release your withdrawal.',
  'Please pay:\nthe fee\nto release it',
  'Send us the 50 dollar fee and the 9,000 go out to you today.',
  'Your payout is held back by a surcharge, kindly pay it to our cashier.',
  'To release your withdrawal, pay our cashier.',
  'Kindly páy the reléase feé to receive your money.',
  'Please p/a/y the f|e|e to release your withdrawal',
]
test.each(asking)('what asks for a payment before money is received is noticed: %s', (text) => {
  expect(asksForPayment(text)).toContain('nobody ever has to')
})

test.each([
  'Please pay the fее to release your withdrawal',
  'Pay thе amount and your withdrawal is released',
])('letters of two alphabets in one word are noticed: %s', (text) => {
  expect(asksForPayment(text)).toContain('two alphabets')
})

test.each([
  'Write to DE89 3704 0044 0532 0130 00 please',
  'Use bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'Use TR7NHqjeKQxGTCi8q8ZYpL8otSzgjLj6t, thanks',
  'Then 0x52908400098527886E0F7030069857D2E4169EE7 is yours',
  'For your next top-up please use EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
  'It is 7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV now.',
  'It is TR7NHqjeKQxGTCi8 q8ZYpL8otSzgjLj6t now',
  'It is ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
])('an account or a wallet to pay to is noticed: %s', (text) => {
  expect(asksForPayment(text)).toContain('bank account or a wallet')
})

test('an address whose begin stands in the message before is noticed', () => {
  expect(asksForPayment('q8ZYpL8otSzgjLj6t', ['It is TR7NHqjeKQxGTCi8'])).toContain('a wallet')
})

test.each(['Write to @fastpayouts', 'See https://example.org', 'On Telegram, please'])(
  'another place to go to is noticed: %s',
  (text) => {
    expect(asksForPayment(text)).toContain('another place')
  },
)

test.each([
  neverPays,
  'Your withdrawal of $500.00 was paid today; it can take a day until your bank shows it.',
  'We need a proof of address that is not older than three months.',
  'We could not verify you with this photo: the edges are cut off. Please send another.',
  'Withdrawals are free: you never pay a fee to receive your money.',
  'You do not have to pay anything for the withdrawal.',
  'The bank sent the payout back because the name is another. Please save the account again.',
  'Thank you, we have it. We review in order of arrival.',
  'Your deposit has arrived. You can choose a plan now.',
  'Two of our staff approve each request, usually within a day.',
  'Your withdrawal of $500.00 will be paid tomorrow. Please send us a photo of your new card.',
  'We could not approve your request, and the whole amount is back in your balance. Please answer here if anything is not clear.',
  'The proof of address that you sent in is older than three months. Please add a newer one.',
  'The bank charged $12 for sending it back, which we bear. Save the account again and ask for the withdrawal anew.',
  'You asked how to fund your account: open Fund account, and send the transfer with your reference.',
  'We received your deposit of $500, thank you.',
  'No fee is due for a withdrawal.',
  'Withdrawals are free for you: we cover the costs.',
  'We cover the network fee of your withdrawal.',
  'We will send $250 to your bank as soon as the withdrawal is approved.',
  'Your payout of $500 is due on Monday.',
  'Please send a gas or water bill so that we can process your verification.',
  'Please provide a tax number so that we can process your case.',
  'You can buy the 5% plan with your balance.',
  'The card is fine. Please send the proof of address again, so that we can process it.',
  'You can transfer $20 to another account from your balance.',
  'Your payout has the reference 123456780 of 2026.',
  'Nobody has to pay taxes or fees to us before a payout.',
])('what staff write every day is not: %s', (text) => {
  expect(asksForPayment(text)).toBeNull()
})

test.each([
  [['The release of your withdrawal costs $200.'], 'Pay it.'],
  [['Is it right that my withdrawal costs 5%?'], 'Yes. Please pay it today.'],
  [['I want to withdraw. Do I have to pay this first?'], 'It is 200 dollars.'],
  [['There is a charge before the payout.', 'And where?', 'Soon.'], 'Now transfer the amount.'],
])('a price and its payment in two messages are noticed: %j, then %s', (earlier, text) => {
  expect(asksForPayment(text, [])).toBeNull()
  expect(asksForPayment(text, earlier)).toContain('Together with what was written before')
})

test.each([
  [['My withdrawal of $500 is late. Here is my passport.'], 'It is dark. Please send it again.'],
  [['When is my withdrawal of $500 paid?'], 'We pay it on Friday.'],
  [['When is my withdrawal of $500 paid?'], 'You never have to pay it: withdrawals are free.'],
  [['Shall I pay it in by bank?'], 'By bank or in coins: see Fund account.'],
  [['Your withdrawal of $500 was approved.'], 'You can invest it, or transfer to another account.'],
])('what is written every day after other messages is not: %j, then %s', (earlier, text) => {
  expect(asksForPayment(text, earlier)).toBeNull()
})
