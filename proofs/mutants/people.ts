/** What guards people from whoever has the database alone, and from staff who look away or take along what nobody sees. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const macs = tests('tests/integration/macs.test.ts')
const links = 'src/domains/sign-in/mailed-links.ts'

export const ofPeople: Mutant[] = [
  {
    name: 'link-to-any-address',
    broken: 'a link opens an account to whatever address it was mailed',
    checker: macs,
    sign: /J2: .*written into the outbox with a recipient of one’s own/,
    edits: [{ file: links, find: 'link.isMailedTo(row.email) &&', replace: '' }],
  },
  {
    name: 'address-without-its-mac',
    broken: 'an address that somebody wrote into the database is the account’s',
    checker: macs,
    sign: /J2: .*the address of the account was changed in the database/,
    edits: [{ file: links, find: 'isEmailMac(macKeys, { ...row, person })', replace: 'true' }],
  },
  {
    name: 'name-vouches-for-address',
    broken: 'an edit of the name gives an address that somebody wrote into the database its MAC',
    checker: macs,
    sign: /J2: .*an edit of the name vouches for none/,
    edits: [
      {
        file: 'src/desk/write.ts',
        find: 'case when person.email = given.email then person.email_mac else given.email_mac end',
        replace: 'given.email_mac',
      },
    ],
  },
  {
    name: 'verified-unseen',
    broken: 'a person is verified by somebody who has opened none of the documents',
    checker: tests('tests/integration/verification.test.ts'),
    sign: /J11: takes the one who decides to have opened each document/,
    edits: [
      {
        file: 'src/domains/verification/proposals.ts',
        find: "? null : refuse('documents_unopened')",
        replace: '? null : null',
      },
    ],
  },
  {
    name: 'exported-in-silence',
    broken: 'a list of people leaves as a file without a line in the audit',
    checker: tests('tests/integration/exports.test.ts'),
    sign: /J10: getUsersCsv leaves a line of the auditor in the audit/,
    edits: [
      {
        file: 'src/domains/exported-lists/record.ts',
        find: 'const reply = await desk.run({',
        replace: "const reply = { outcome: 'done' }\n  void ({",
      },
    ],
  },
  {
    name: 'lifted-with-unknown-payouts',
    broken: 'payouts go on while older ones may be lost that nobody has listed',
    checker: tests('tests/integration/payout-blocks.test.ts'),
    sign: /J13: what was paid before the oldest payout that was kept/,
    edits: [
      {
        file: 'src/domains/payout-blocks/proposals.ts',
        find: "if (block.unknownUntil !== null) return refuse('payouts_unknown')",
        replace: '',
      },
    ],
  },
  {
    name: 'copy-of-others',
    broken: 'a copy of one’s own data tells how far staff act alone',
    checker: tests('tests/integration/archives.test.ts'),
    sign: /J24: a copy and an own activity/,
    edits: [
      {
        file: 'src/domains/archives/journal.ts',
        find: '!notTheirs.has(name)',
        replace: "name !== ''",
      },
    ],
  },
  {
    name: 'secret-for-address',
    broken: 'a private key is kept as the address of a wallet',
    checker: tests('tests/integration/canary.test.ts'),
    sign: /J22: a secret of a wallet a private key is refused/,
    edits: [
      {
        file: 'src/lib/wallet-secret.ts',
        find: 'if (isPrivateKey(blocks) || privateKeys.test(together)) return privateKeyForAddress',
        replace: '',
      },
    ],
  },
  {
    name: 'secret-cut-into-blocks',
    broken: 'a private key is kept that dots or dashes cut into blocks',
    checker: tests('src/lib/wallet-secret.test.ts'),
    sign: /J22: a secret that something was put into .*is known/,
    edits: [
      {
        file: 'src/lib/wallet-secret.ts',
        find: 'isCut(blocks, { form: privateKeys, lengths: keyLengths }) ||',
        replace: '',
      },
    ],
  },
  {
    name: 'secret-in-two-fields',
    broken: 'a wallet’s words are kept, half as its name and half as its address',
    checker: tests('tests/integration/canary.test.ts'),
    sign: /J22: a secret of a wallet half in the name and half in the address/,
    edits: [
      {
        file: 'src/contract/fields.ts',
        find: 'const message = secretInBoth(nameOf(typed), typed.bankNumber)',
        replace: 'const message = null as string | null',
      },
    ],
  },
  {
    name: 'address-decorated',
    broken: 'another spelling of an address hides that another has it',
    checker: tests('tests/integration/withdrawal-flags.test.ts'),
    sign: /J7: an address of a kind without a known checksum/,
    edits: [
      {
        file: 'src/lib/wallet-address.ts',
        find: '(!solid.test(plain) && isMixed(plain))',
        replace: 'false',
      },
    ],
  },
  {
    name: 'entry-untold',
    broken: 'the browser keeps an entry that no policy tells of',
    checker: tests('tests/kept-and-asked.test.ts'),
    sign: /the storage of a browser is used in three places, each with a name of the list/,
    edits: [
      {
        file: 'src/web/api/storage.ts',
        find: 'tryTo(() => localStorage.setItem(item, JSON.stringify(info)))',
        replace: `tryTo(() => localStorage.setItem('lastPerson', JSON.stringify(info)))`,
      },
    ],
  },
]
