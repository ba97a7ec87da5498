/** What the login page of a demonstration offers: the sign-ins of `cast.yaml`, whose own room judges the rest of it. */
import { z } from 'zod'
import type { OfferedSignIn } from '../../contract/site.ts'
import { role } from '../../contract/roles.ts'
import { readContentFile } from '../../platform/content-file.ts'
import { line } from './firm.ts'

const signIn = z.looseObject({
  name: line('name'),
  email: z.email('email must be an email address'),
  password: line('password'),
  role,
})
const castFile = z.looseObject({
  signIns: z.array(signIn, 'signIns are needed: the login page offers them'),
})

/** Investors first: theirs is what most people want to see. Throws `CannotStart`, naming file, line and field of what is wrong. */
export function readSignIns(folder: string): OfferedSignIn[] {
  const { signIns } = readContentFile(folder, 'cast.yaml', castFile)
  const [investors, staff] = [
    signIns.filter((one) => one.role === 'user'),
    signIns.filter((one) => one.role !== 'user'),
  ]
  return [
    ...investors.map(({ email, password }) => ({ who: 'Investor', email, password })),
    ...staff.map(({ name, email, password }) => ({ who: name, email, password })),
  ]
}
