import type { Noun } from '../noun.ts'

export const noun = {
  finds: [
    {
      kind: 'action',
      text: 'select command.id, command.subject as owner, command.kind as said, command.at from desk.commands command, sought where command.id = sought.id',
    },
  ],
} satisfies Noun
