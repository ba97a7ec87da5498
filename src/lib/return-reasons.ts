/** Why banks send payments back: the usual codes of ISO 20022's external list of return reasons, in our own words. */
const reasons: Record<string, string> = {
  AC01: 'The account number is wrong',
  AC03: 'The account number is not valid',
  AC04: 'The account is closed',
  AC06: 'The account is blocked',
  AC13: 'The account is of a kind that cannot receive this',
  AG01: 'The account cannot receive payments of this kind',
  AG02: 'The bank does not know this kind of payment',
  AM05: 'It was sent twice',
  AM09: 'The amount differs from the one agreed on',
  BE01: 'The name is not that of the account’s holder',
  BE04: 'The holder’s address is missing',
  BE05: 'The bank does not know who sent it',
  CNOR: 'The holder’s bank takes no part in this kind of payment',
  CURR: 'The currency is wrong',
  CUST: 'The holder of the account asked for it',
  FOCR: 'We, or our bank, asked for it back',
  MD07: 'The holder of the account has died',
  MS02: 'The holder’s bank gives no reason',
  MS03: 'The bank gives no reason',
  NOAS: 'The holder of the account did not answer the bank',
  RC01: 'The bank’s code is wrong',
  RR01: 'The sender’s account or number is missing',
  RR02: 'The sender’s name or address is missing',
  RR03: 'The holder’s name or address is missing',
  RR04: 'The bank may not pay it out by law',
}

/** What the bank gave as a code, in words with the code behind them; another code as it is. */
export function returnReason(code: string): string {
  const words = reasons[code]
  return words === undefined ? code : `${words} (${code})`
}
