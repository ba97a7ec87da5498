import { useCommand } from '../api/use-command.ts'

/** One decision of an administrator: what refuses it stands in its question, which stays with what was typed. */
export function useDecision<A, R extends { message: string }>(
  asking: Pick<Parameters<typeof useCommand<A, R>>[0], 'trigger' | 'otherwise' | 'onDone'>,
) {
  const { give, ...state } = useCommand(asking)
  return { decide: give, ...state }
}
