/** The names of what changed and of what was moved, as people read them. A name without a word here is shown as it is. */
const words: Record<string, string> = {
  fullName: 'Full name',
  email: 'E-mail',
  newEmail: 'E-mail, after the waiting time',
  secondFactor: 'Second factor',
  accountBalance: 'Account balance',
  totalProfit: 'Profit',
  totalLoss: 'Loss',
  status: 'Status',
  plan: 'Plan',
  amount: 'Amount',
  principal: 'Principal',
  profit: 'Profit',
  credited: 'Credited',
  fundingAmount: 'Funding amount',
  asset: 'Paid with',
  reference: 'Reference',
  destinationName: 'Saved as',
  walletName: 'Wallet',
  walletAddress: 'Address',
  recipientAccountId: 'Recipient',
  pool: 'Pool',
  proposedBy: 'Proposed by',
  secondApprovalAbove: 'Second administrator needed above',
  secondApprovalInAllAbove: 'Second administrator needed above, for all people together',
  title: 'Title',
  minimum: 'Minimum',
  maximum: 'Maximum',
  durationDays: 'Days',
  profitPercent: 'Percent',
  riskWarning: 'Risk warning',
}

export function wordFor(name: string): string {
  return words[name] ?? name
}
