/** How those who watch chains hand in what follows from them: by nobody, and under an id that says what it is about. */
import type { Submission } from '../../desk/command.ts'
import { idFromName } from '../../platform/ids.ts'
import type { HouseDesk } from '../house-desk.ts'
import type { commands } from '../nouns.ts'

export const bySystem = (id: string) => ({
  id,
  actor: null,
  key: null,
  bodyHash: '',
  requestId: id,
  background: true,
})

type Given = Pick<Submission<typeof commands>, 'kind' | 'command'>

/** Of one name never twice. Answers its outcome. */
export async function runNamed(
  { desk }: { desk: Pick<HouseDesk, 'run'> },
  name: string,
  given: Given,
): Promise<string> {
  const whole = { ...given, ...bySystem(idFromName(name)) }
  const { outcome } = await desk.run(whole as Parameters<HouseDesk['run']>[0])
  return outcome
}
