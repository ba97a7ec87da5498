import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { moveClock, passDays } from './rules.ts'

const clockWriter = writesEffect(passDays, (effects) => [
  {
    name: 'clock.move',
    text: 'update business_clock set advance = advance + make_interval(days => $1)',
    values: [effects.reduce((sum, { value }) => sum + value, 0)],
  },
])

export const noun = {
  commands: {
    MoveClock: moveClock,
  },
  writers: [clockWriter],
} satisfies Noun
