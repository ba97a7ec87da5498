import { waitingRows } from '../../desk/waiting-rows.ts'
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
  finds: [
    {
      kind: 'deposit-address',
      text: 'select id, owner_id as owner, address as said, drawn_at as at from wallet_addresses where lower(address) in (select lower(unnest(spellings)) from sought)',
    },
  ],
  waits: {
    of: 'wallets',
    may: 'pay-out',
    text: "select id, compared_at as at, array[compared_by] as begun, array[]::uuid[] as about from wallets where status = 'compared'",
    rows: waitingRows(wallets, ({ status, comparedBy }) => ({
      waits: status === 'compared',
      may: 'pay-out',
      begun: [comparedBy],
      about: [],
    })),
  },
} satisfies Noun
