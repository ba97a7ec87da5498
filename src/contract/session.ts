import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { email, fullName, messageReply, password, success } from './fields.ts'
import { user } from './user.ts'

const signedIn = z.strictObject({
  status: success,
  message: z.string(),
  token: z.string().meta({ description: 'A bearer credential for API clients; browsers live on the cookie' }),
  data: z.strictObject({ user }),
})

export const signUp = defineEndpoint({
  method: 'POST', path: '/signup', access: 'public', status: 201, summary: 'Opens an account and signs in',
  body: z.strictObject({
    fullName, email, password, confirmPassword: password,
    referralCode: z.string().max(40, 'This referral code is unknown. Check it or leave it empty.').transform((code) => code.trim()).nullish(),
  }).refine((body) => body.password === body.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' }),
  reply: signedIn,
})

export const logIn = defineEndpoint({
  method: 'POST', path: '/login', access: 'public', summary: 'Signs in',
  body: z.strictObject({ email, password }),
  reply: signedIn,
})

export const logOut = defineEndpoint({
  method: 'POST', path: '/logout', access: 'public', summary: 'Ends the session',
  reply: messageReply,
})
