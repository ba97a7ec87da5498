/** Identity: signing up, in and out, the address that one confirms, and one's settings. */
import {
  beginPasskeyLogIn,
  forgotPassword,
  giveSecondFactor,
  knowBrowser,
  logIn,
  logInByPasskey,
  logOut,
  resetPassword,
  sendVerification,
  signUp,
  verifyEmail,
} from '../../contract/session.ts'
import { getMe, getUser, updateApiUser } from '../../contract/user.ts'
import { read, send } from './calls.ts'

/** What the store follows: whoever comes in by a call, and what is shown of people. */
export const identity = {
  signUp: send(signUp),
  logIn: send(logIn),
  giveSecondFactor: send(giveSecondFactor),
  logInByPasskey: send(logInByPasskey),
  verifyEmail: send(verifyEmail),
  me: read(getMe, ['Me']),
  user: read(getUser, ['User']),
}

export const useSignUpMutation = identity.signUp.useMutation
export const useLogInMutation = identity.logIn.useMutation
export const useGiveSecondFactorMutation = identity.giveSecondFactor.useMutation
export const useBeginPasskeyLogInMutation = send(beginPasskeyLogIn).useMutation
export const useLogInByPasskeyMutation = identity.logInByPasskey.useMutation
export const useForgotPasswordMutation = send(forgotPassword).useMutation
export const useResetPasswordMutation = send(resetPassword).useMutation
export const useVerifyEmailMutation = identity.verifyEmail.useMutation
// What it says depends on whether the address was confirmed meanwhile.
export const useSendVerificationMutation = send(sendVerification, ['Me']).useMutation
export const useKnowBrowserMutation = send(knowBrowser).useMutation
export const useLogOutMutation = send(logOut).useMutation
export const useMeQuery = identity.me.useQuery
export const useUserQuery = identity.user.useQuery
export const useUpdateSettingsMutation = send(updateApiUser, ['Me', 'Activity']).useMutation
