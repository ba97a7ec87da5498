/** Faults in how people's documents are taken, kept and opened. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const documents = tests('tests/integration/documents.test.ts')
const keys = tests('tests/integration/document-keys.test.ts')
const hostile = tests('tests/integration/hostile-files.test.ts')

export const ofDocuments: Mutant[] = [
  {
    name: 'link-of-any-session',
    broken: 'a link to a document is good for whoever has it',
    checker: documents,
    sign: /opens by its own link alone/,
    edits: [
      {
        file: 'src/domains/documents/routes.ts',
        find: 'opens?.document !== id || opens.session !== principal.session.id',
        replace: 'opens?.document !== id',
      },
    ],
  },
  {
    name: 'viewed-in-silence',
    broken: 'the person isn’t told who opened a document',
    checker: documents,
    sign: /is added by a person, opened by staff, and the person sees who did/,
    edits: [
      {
        file: 'src/domains/documents/rules.ts',
        find: 'activity: [{ owner, kind: told }],',
        replace: 'activity: [],',
      },
    ],
  },
  {
    name: 'bytes-of-any-row',
    broken: 'what was sealed for one row opens in another',
    checker: keys,
    sign: /what was moved to another row opens nowhere/,
    edits: [
      {
        file: 'src/platform/sealed.ts',
        find: "createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))",
        replace: "createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(''))",
      },
      {
        file: 'src/platform/sealed.ts',
        find: 'decipher.setAAD(Buffer.from(about))',
        replace: "decipher.setAAD(Buffer.from(''))",
      },
    ],
  },
  {
    name: 'photo-as-it-came',
    broken: 'a photo is kept as it came',
    checker: hostile,
    sign: /is a photo made anew, and nothing else of it is left/,
    edits: [
      {
        file: 'src/domains/documents/take.ts',
        find: 'const kept = accepted.bytes ?? bytes',
        replace: 'const kept = bytes',
      },
    ],
  },
]
