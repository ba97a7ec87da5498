import type { Noun } from '../noun.ts'
import { compareWallet, drawAddress } from './rules.ts'
import { walletAddresses, wallets } from './table.ts'

export const noun = {
  commands: {
    CompareWallet: compareWallet,
    DrawAddress: drawAddress,
  },
  writers: [wallets, walletAddresses],
} satisfies Noun
