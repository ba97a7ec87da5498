/** Files of signers: bytes, or a text of them in base64 or hex. */

const isText = (bytes: Uint8Array) =>
  bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127))

/** In pieces: a call takes only so many arguments. */
const pieceOfBytes = 8_192

function base64OfBytes(bytes: Uint8Array): string {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceOfBytes) }, (_, piece) =>
    String.fromCharCode(...bytes.subarray(piece * pieceOfBytes, (piece + 1) * pieceOfBytes)),
  )
  return btoa(pieces.join(''))
}

export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** As it is sent: a text as it stands, bytes in base64. */
export async function textOfSigned(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isText(bytes) ? new TextDecoder().decode(bytes).trim() : base64OfBytes(bytes)
}
