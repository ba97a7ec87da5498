/** What one caller may do to everybody, by requests, mails, links and copies, and what a key, a name and an address stand for. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const flags = tests('tests/integration/withdrawal-flags.test.ts')

export const ofLoad: Mutant[] = [
  {
    name: 'key-after-reading',
    broken: 'a call that reads before the desk reads and refuses again although its key is known',
    checker: tests('tests/integration/desk.test.ts'),
    sign: /is made once for a key, and answered byte for byte/,
    edits: [
      {
        file: 'src/desk/desk.ts',
        find: '(await this.#isKeyTaken(asked))',
        replace: '(await this.#isKeyTaken({ ...asked, key: null }))',
      },
    ],
  },
  {
    name: 'mailed-uncounted',
    broken: 'somebody who typed a stranger’s address has it mailed without end',
    checker: tests('tests/integration/mail-limits.test.ts'),
    sign: /is mailed so often a day, and what would mail it again is refused/,
    edits: [
      {
        file: 'src/http/bind.ts',
        find: `method !== 'GET' && access !== 'public' && !evenMailed`,
        replace: `method !== 'GET' && access === 'admin' && !evenMailed`,
      },
    ],
  },
  {
    name: 'holder-by-chosen-name',
    broken: 'the holder of a bank account is compared with the name that a user has chosen',
    checker: flags,
    sign: /the verified one counts/,
    edits: [
      {
        file: 'src/domains/withdrawals/looks.ts',
        find: "`coalesce(${verifiedName('request.owner_id')}, person.full_name)`",
        replace: "`coalesce(person.full_name, ${verifiedName('request.owner_id')})`",
      },
    ],
  },
  {
    name: 'address-by-its-letters',
    broken: 'an address in capitals is another one',
    checker: flags,
    sign: /that another has asked for in other letters stands out/,
    edits: [
      {
        file: 'src/domains/withdrawals/looks.ts',
        find: 'lower(other.wallet_address) = lower(request.wallet_address)\n',
        replace: 'other.wallet_address = request.wallet_address\n',
      },
    ],
  },
  {
    name: 'text-of-no-xml',
    broken: 'text is taken that breaks the file for a bank of everybody in it',
    checker: tests('tests/every-text.test.ts'),
    sign: /is refused in every text of/,
    edits: [
      {
        file: 'src/http/validate.ts',
        find: 'isFile ? isStorable : isXmlText',
        replace: "isFile || isXmlText('') ? isStorable : isXmlText",
      },
    ],
  },
  {
    name: 'names-of-strangers-uncounted',
    broken: 'whoever is signed in looks up one account ID after the other, and collects the names',
    checker: tests('tests/integration/destinations.test.ts'),
    sign: /J25: .*is told of so many a day that are new to a person/,
    edits: [
      {
        file: 'src/domains/destinations/new-recipients.ts',
        find: 'await limits.countRecipient(owner, address)',
        replace: 'void [limits, address]',
      },
    ],
  },
  {
    name: 'saved-to-be-known',
    broken: 'a recipient is saved without being counted, and is known from then on',
    checker: tests('tests/integration/destinations.test.ts'),
    sign: /J25: .*is told of so many a day that are new to a person/,
    edits: [
      {
        file: 'src/domains/destinations/routes.ts',
        find: 'await countNew({ owner, accountId: place.recipientAccountId, address })',
        replace: 'void [countNew, address]',
      },
    ],
  },
  {
    name: 'refused-link-for-good',
    broken: 'a link that was refused once answers the same for ever, though the reason has passed',
    checker: tests('tests/integration/mailed-acts.test.ts'),
    sign: /J25: that was refused for what has passed since cancels/,
    edits: [
      {
        file: 'src/desk/decide.ts',
        find: '(actor !== null && !actsOnce)',
        replace: '(actor !== null || actsOnce === true)',
      },
    ],
  },
  {
    name: 'copies-of-any-size',
    broken: 'each of the copies of a day has all documents, however large',
    checker: tests('tests/integration/archives.test.ts'),
    sign: /J25: is refused a second time in a day/,
    edits: [
      {
        file: 'src/domains/archives/rules.ts',
        find: 'if (earlier === 0) return false',
        replace: 'if (earlier >= 0) return false',
      },
    ],
  },
  {
    name: 'week-of-copies',
    broken: 'a copy stays for a week beside newer ones',
    checker: tests('tests/integration/archives.test.ts'),
    sign: /J25: ends earlier copies soon after the new one is ready/,
    edits: [
      {
        file: 'src/domains/archives/files.ts',
        find: "and earlier.archive_id <> finished.archive_id and earlier.state = 'ready'",
        replace: "and earlier.archive_id = finished.archive_id and earlier.state = 'ready'",
      },
    ],
  },
  {
    name: 'verifier-without-a-limit',
    broken: 'the verifier takes an approval by one alone that names no limit, in live',
    checker: tests('tests/integration/evidence.test.ts'),
    sign: /J25: a single approval without a limit, in live/,
    edits: [
      {
        file: 'src/domains/evidence/verify.py',
        find: '        if self.is_live:\n            self.fault(',
        replace: '        if not command:\n            self.fault(',
      },
    ],
  },
  {
    name: 'mails-of-staff-without-end',
    broken: 'staff have one person mailed as often as they act on them',
    checker: tests('tests/integration/mail-limits.test.ts'),
    sign: /J17: .*is never refused because of its mails, which end with one/,
    edits: [
      {
        file: 'src/platform/mail/outbox.ts',
        find: 'select bound.counts and sent.lately + mail.nth > bound.most as beyond',
        replace: 'select bound.counts and sent.lately + mail.nth < 0 as beyond',
      },
    ],
  },
  {
    name: 'one-mail-hides-another',
    broken: 'a flood of mails of one kind takes the place of those of another',
    checker: tests('tests/integration/mail-limits.test.ts'),
    sign: /J17: .*is never refused because of its mails, which end with one/,
    edits: [
      {
        file: 'src/platform/mail/outbox.ts',
        find: '(earlier.template = mail.template or not owner.email_verified)',
        replace: '(earlier.template = mail.template or owner.email_verified is not null)',
      },
    ],
  },
]
