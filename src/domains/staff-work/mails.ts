/** What administrators are told of what waits for them. It names nobody. */
import { workPlaces, type WorkName } from '../../contract/staff-work.ts'
import { letter, rowsOf, type Letters } from '../../platform/mail/letter.ts'

const names = Object.keys(workPlaces) as WorkName[]

export const letters = {
  'work-waiting': (to, counts) =>
    letter(
      to,
      'Something waits for your decision',
      [
        'You may decide on what waits here, and nobody has yet:',
        rowsOf(Object.fromEntries(names.map((name) => [workPlaces[name].label, counts[name]]))),
      ],
      '/admin/waiting',
    ),
} satisfies Letters
