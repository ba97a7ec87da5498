/** The firm's wallet, and how the chain of its coins is watched. */
import { compareWallet, getWallets } from '../../contract/wallet.ts'
import { api } from './api.ts'
import type { Body, Reply } from './request.ts'

const everyMs = 5_000

const wallets = api.injectEndpoints({
  endpoints: (build) => ({
    wallets: build.query<Reply<typeof getWallets>, void>({
      query: () => ({ endpoint: getWallets }),
      providesTags: ['Treasury'],
    }),
    compareWallet: build.mutation<Reply<typeof compareWallet>, Body<typeof compareWallet>>({
      query: (body) => ({ endpoint: compareWallet, body }),
      invalidatesTags: ['Treasury'],
    }),
  }),
})

export const { useCompareWalletMutation } = wallets

/** Asked again by itself while the page is visible. */
export const useWatchedWallets = () =>
  wallets.useWalletsQuery(undefined, { pollingInterval: everyMs, skipPollingIfUnfocused: true })
