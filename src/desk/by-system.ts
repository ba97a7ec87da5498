/** What the house hands in by itself: by nobody, and under an id that says what it is about. */
import { idFromName } from '../platform/ids.ts'
import type { Submitted } from './command.ts'

export const bySystem = (id: string) => ({
  id,
  actor: null,
  key: null,
  bodyHash: '',
  requestId: id,
  background: true,
})

/** Any command of a desk that takes these. */
type Asked<Given> = Given extends unknown
  ? Pick<Given, Extract<keyof Given, 'kind' | 'command'>>
  : never

type Handing<Given> = { desk: { run(given: Given): Promise<{ outcome: string }> } }

/** Of one name never twice, however many processes hand it in. Answers its outcome. */
export async function runNamed<Given extends Submitted & { kind: string }>(
  { desk }: Handing<Given>,
  name: string,
  asked: Asked<Given>,
): Promise<string> {
  const { outcome } = await desk.run({
    ...asked,
    ...bySystem(idFromName(name)),
  } as unknown as Given)
  return outcome
}
