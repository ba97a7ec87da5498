/** Whether somebody who is to work here has the second factor that it takes. */
import { defineObservation, wasObserved } from '../../desk/observation.ts'
import type { Journaled } from '../../desk/command.ts'
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'

const hasFactor = defineObservation<OwnerId, boolean>({
  name: 'role-changes.has-factor',
  as: 'hasFactor',
  text: `select person.id, person.has_second_factor as has from auth.persons person where person.id = any ($1)`,
  form: 'uuid',
  valueIn: (rows, owner) => rows.find(({ id }) => id === owner)?.has === true,
  usual: true,
})

/** `roleNeedsFactor`: whoever works here needs one. */
export type OfFactor = { roleNeedsFactor: boolean }

export const needsOfFactor = (owner: OwnerId, { roleNeedsFactor }: OfFactor): Read[] =>
  roleNeedsFactor ? [hasFactor.of(owner)] : []

export const lacksFactor = (world: World, owner: OwnerId, { roleNeedsFactor }: OfFactor): boolean =>
  roleNeedsFactor && !world.fact(hasFactor, owner)

export const factorIn = (kept: Journaled): OfFactor => ({
  roleNeedsFactor: wasObserved(kept, hasFactor),
})
