/** The kinds of accounts as staff read them. A kind without a word here is shown as it is. */
const words: Record<string, string> = {
  cash: 'Balances of investors',
  held: 'Held for withdrawals',
  invested: 'Placed in plans',
  promised: 'Promised profit',
  capital: 'Capital',
  'returns-pool': 'Returns pool',
  'referral-pool': 'Referral pool',
  'corrections-pool': 'Corrections pool',
  'client-bank': 'Clients’ bank account',
  'firm-bank': 'Firm’s bank account',
  'client-wallet-btc': 'Clients’ bitcoin wallet',
  'client-wallet-usdt': 'Clients’ tether wallet',
  'network-fee-btc': 'Network fees in bitcoin',
  'network-fee-usdt': 'Network fees in tether',
  'exchange-usd': 'Exchange, dollars',
  'exchange-btc': 'Exchange, bitcoin',
  'exchange-usdt': 'Exchange, tether',
}

export function accountWord(kind: string): string {
  return words[kind] ?? kind
}
