import { describe, expect, test } from 'vitest'
import { bytesOfBase64, textOfSigned } from './signed-text.ts'

const psbt = Uint8Array.from({ length: 20_000 }, (_, n) => (n * 7) % 256)

describe('what a signer wrote', () => {
  test('as bytes is sent in base64, however long it is', async () => {
    const sent = await textOfSigned(new Blob([psbt]))
    expect(sent).toBe(Buffer.from(psbt).toString('base64'))
    expect(bytesOfBase64(sent)).toEqual(psbt)
  })

  test('as text is sent as it stands, without the blanks around it', async () => {
    expect(await textOfSigned(new Blob(['cHNidP8BAH0CAAAA\r\nAbcd\n\n']))).toBe(
      'cHNidP8BAH0CAAAA\r\nAbcd',
    )
    expect(await textOfSigned(new Blob(['0200000001ab\n']))).toBe('0200000001ab')
  })
})
