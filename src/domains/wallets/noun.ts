import type { Noun } from '../noun.ts'
import { compareWallet, drawAddress, reserveAddress } from './rules.ts'
import { walletAddresses, wallets } from './table.ts'

export const noun = {
  commands: {
    CompareWallet: compareWallet,
    DrawAddress: drawAddress,
    ReserveAddress: reserveAddress,
  },
  writers: [wallets, walletAddresses],
  waits: {
    of: 'wallets',
    may: 'pay-out',
    text: "select compared_at as at, array[compared_by] as begun, array[]::uuid[] as about from wallets where status = 'compared'",
  },
} satisfies Noun
