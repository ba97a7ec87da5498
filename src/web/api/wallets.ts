/** The firm's wallet, and how the chain of its coins is watched. */
import { compareWallet, getWallets, proposeFirstCoins } from '../../contract/wallet.ts'
import { polledEvery, read, send } from './calls.ts'

const wallets = read(getWallets, ['Treasury'])
export const useWatchedWallets = () => wallets.useQuery(undefined, polledEvery(5_000))
export const useCompareWalletMutation = send(compareWallet, ['Treasury']).useMutation
export const useProposeFirstCoinsMutation = send(proposeFirstCoins, [
  'Treasury',
  'Proposals',
]).useMutation
