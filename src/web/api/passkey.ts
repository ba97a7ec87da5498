/**
 * Passkeys in the browser. The library is loaded on first use, and the browser asks for the finger, the face
 * or the PIN. What goes wrong comes back as a failure with a sentence, like that of a call which found no server.
 */
import type { z } from 'zod'
import type { passkeyAnswer } from '../../contract/fields.ts'
import type { Failure } from './failure.ts'
import type { Outcome } from './use-send.ts'

/** As the server sent them. */
type Options = Record<string, unknown>

/** What the device has signed, as the server takes it. */
export type PasskeyAnswer = z.input<typeof passkeyAnswer>

type Library = typeof import('@simplewebauthn/browser')
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']

/** Only in a browser, once scripts run. */
export function browserHasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}

/** Why it has none: browsers that know passkeys have them over https and at localhost alone, and some don't know them. */
export const whyNoPasskeys = (): string =>
  globalThis.isSecureContext
    ? 'This browser has no passkeys. Open this page in another one, on this device or on your phone.'
    : 'This browser can’t use passkeys here: they need https, or a browser on this same machine.'

const otherwise =
  'The passkey could not be used. Nothing was changed: try again, or choose another way.'

/** By the names of WebAuthn's errors. Who cancels and who waits too long can't be told apart: browsers keep that to themselves. */
const sentences = new Map([
  [
    'NotAllowedError',
    'No passkey was used: it was cancelled, or took too long. Try again, or choose another way.',
  ],
  ['AbortError', 'No passkey was used: it was cancelled. Try again, or choose another way.'],
  ['InvalidStateError', 'This device already holds a passkey for this account.'],
  [
    'SecurityError',
    'Passkeys work only at the address that this site was set up for. Open it there, or choose another way.',
  ],
  [
    'NotSupportedError',
    'This device can’t create the kind of passkey that is needed. Use another device, or choose another way.',
  ],
  [
    'ConstraintError',
    'This device can’t verify you by fingerprint, face or PIN. Use another device, or choose another way.',
  ],
])

/** What to say of an error that a browser gave. */
export function passkeySentence(error: unknown): string {
  return (error instanceof Error && sentences.get(error.name)) || otherwise
}

const failed = (error: string): { failure: Failure } => ({
  failure: { status: 'CUSTOM_ERROR', error },
})

async function withLibrary(
  use: (library: Library) => Promise<unknown>,
): Promise<Outcome<PasskeyAnswer>> {
  if (!browserHasPasskeys())
    return failed('This browser can’t use passkeys here. Choose another way.')
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (!library)
    return failed(
      'A part of this page could not be loaded. Nothing was lost: check your connection and try again.',
    )
  try {
    return { data: (await use(library)) as PasskeyAnswer }
  } catch (error) {
    return failed(passkeySentence(error))
  }
}

/** Lets the person use a passkey, by the options of a sign-in or of proving it again. Never throws. */
export function askPasskey(options: Options): Promise<Outcome<PasskeyAnswer>> {
  return withLibrary(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as unknown as RequestOptions }),
  )
}

/** Lets the person make a new passkey, by the options of the settings. Never throws. */
export function makePasskey(options: Options): Promise<Outcome<PasskeyAnswer>> {
  return withLibrary(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as CreationOptions }),
  )
}
