/** The public half of the key that demonstrations sign with. Everybody has the other half: what it signs proves nothing. */
import { readPublicKey } from '../minisign.ts'

export const sampleProofKey = 'RWRp71cKl2D4eR63zg8Y3WpufL5YCZtKx9UYyQzKl17WAPucPGXstU5C'

/** Under whatever number it is given. */
export const isSampleKey = (key: string): boolean =>
  readPublicKey(key)?.key.join() === readPublicKey(sampleProofKey)!.key.join()
