/** Payouts to bank accounts: each check that a wallet's address has, gone around by a bank account's number. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const checker = tests('tests/integration/bank-payouts.test.ts')
const place = 'src/domains/destinations/place.ts'
const routes = 'src/domains/destinations/routes.ts'

export const ofBankAccounts: Mutant[] = [
  {
    name: 'bank-account-mistyped',
    broken: 'the check digits of a bank account aren’t looked at',
    checker,
    sign: /is refused to DE89370400440532013001/,
    edits: [
      {
        file: place,
        find: 'areErased(account) ? null : bankAccountFault(account)',
        replace: 'areErased(account) ? null : null',
      },
    ],
  },
  {
    name: 'bank-account-of-firm',
    broken: 'the firm’s own account at a bank is paid to',
    checker,
    sign: /is refused to the firm’s own account/,
    edits: [
      {
        file: routes,
        find: 'ownBankAccounts(house).includes(plainBankAccount(to)) ||',
        replace: '',
      },
    ],
  },
  {
    name: 'bank-account-called-wallet',
    broken: 'a bank account is called a wallet, and nobody says who holds it',
    checker,
    sign: /can’t be called a wallet/,
    edits: [{ file: place, find: 'accountAsWallet(walletAddress) ??', replace: '' }],
  },
  {
    name: 'bank-account-decorated',
    broken: 'a bank account is called a wallet by a dot or a word around it',
    checker,
    sign: /J7: can’t be called a wallet by what is put around or into it/,
    edits: [
      {
        file: 'src/lib/wallet-address.ts',
        find: 'if (account !== null) return',
        replace: 'if (account === plain) return',
      },
    ],
  },
  {
    name: 'bank-account-as-typed',
    broken: 'the wait of a saved bank account is gone around by spaces',
    checker,
    sign: /waits as long where the account was saved|found in the statement by its reference/,
    edits: [
      {
        file: 'src/domains/withdrawals/routes.ts',
        find: 'account: plainBankAccount(body.bankNumber)',
        replace: 'account: body.bankNumber',
      },
    ],
  },
  {
    name: 'bank-account-of-another-holder',
    broken: 'a request names another holder than the destination that was chosen',
    checker,
    sign: /takes requests to nobody else/,
    edits: [
      {
        file: 'src/domains/withdrawals/rules.ts',
        find: 'outsideName(target) === (destination.holder ?? destination.name))',
        replace: 'true)',
      },
    ],
  },
  {
    name: 'holder-not-compared',
    broken: 'who approves isn’t told that a bank account is somebody else’s',
    checker,
    sign: /is a holder whose name differs from the user’s/,
    edits: [
      {
        file: 'src/domains/withdrawals/looks.ts',
        find: ' is distinct from ',
        replace: ' is null and null = ',
      },
    ],
  },
]
