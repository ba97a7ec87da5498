import type { FirmWallet } from '../../../contract/wallet.ts'
import type { BadgeState } from '../../ui/badge.tsx'

export const statuses: Record<FirmWallet['status'], { state: BadgeState; word: string }> = {
  new: { state: 'pending', word: 'Not compared yet' },
  compared: { state: 'pending', word: 'Compared by one of two' },
  confirmed: { state: 'approved', word: 'Confirmed by two' },
  retired: { state: 'other', word: 'Retired' },
}

export const networks: Record<string, string> = {
  main: 'Bitcoin',
  test: 'Bitcoin’s test network',
  regtest: 'A test network of one’s own (regtest)',
  tron: 'TRON',
  'tron-sample': 'A network of this demonstration, whose addresses no wallet of TRON takes',
}

/** `2 of 3 keys sign` */
export function signing({ threshold, keys: { length } }: FirmWallet): string {
  return length === 1 ? '1 key signs' : `${threshold} of ${length} keys sign`
}
