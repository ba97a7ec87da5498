import type { Noun } from '../noun.ts'
import { recordedAddress } from './follow.ts'
import { compareWallet, drawAddress, reserveAddress } from './rules.ts'
import { walletAddresses, wallets } from './table.ts'

export const noun = {
  commands: {
    CompareWallet: compareWallet,
    DrawAddress: drawAddress,
    ReserveAddress: reserveAddress,
  },
  writers: [wallets, walletAddresses],
  facts: [recordedAddress],
} satisfies Noun
