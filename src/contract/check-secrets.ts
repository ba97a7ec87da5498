/** What the journal keeps of a check beside its being there: what it stops, whom it is like, and whether somebody thinks that it is them. */
type Input = Readonly<Record<string, unknown>>

const ofMatches: Readonly<Record<string, readonly string[]>> = {
  BeginCheck: ['entry', 'pair', 'freezes'],
  ProposeCheckDecision: ['ends'],
}

/** Agreeing names what was shown. A property alone has these signs: in words quotes are escaped. */
const showsCheck = (kind: string, { shown }: Input): boolean =>
  kind === 'AgreeToProposal' && typeof shown === 'string' && shown.includes('"check":')

/** The names of the facts that only whoever may read matches is told. */
export const secretsIn = (kind: string, input: Input): readonly string[] => [
  ...(ofMatches[kind] ?? []),
  ...(showsCheck(kind, input) ? ['shown'] : []),
]

export function withoutSecrets<I extends Input>(kind: string, input: I): Partial<I> {
  const secrets = secretsIn(kind, input)
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !secrets.includes(name)),
  ) as Partial<I>
}
