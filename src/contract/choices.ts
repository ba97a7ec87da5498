/** What a person switches on and off, by topic. */
import { z } from 'zod'

export const choicesOf = <T extends string>(topics: readonly T[]) =>
  z.strictObject(
    Object.fromEntries(topics.map((topic) => [topic, z.boolean()])) as Record<T, z.ZodBoolean>,
  )
