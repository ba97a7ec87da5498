/** A mail as a mail server gets it, taken apart: its headers, its plain text and its HTML. */

export type Received = { headers: string; text: string; html: string }

function decoded(head: string, body: string): string {
  if (/^content-transfer-encoding: base64/im.test(head))
    return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const split = (raw: string): [head: string, body: string] => {
  const at = raw.indexOf('\r\n\r\n')
  return [raw.slice(0, at), raw.slice(at + 4)]
}

export function partsOf(raw: string): Received {
  const [headers, body] = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1]
  if (boundary === undefined) throw new Error('This mail has no parts')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const of = (type: string) =>
    parts.flatMap(([head, inside]) =>
      head.toLowerCase().includes(`content-type: ${type}`)
        ? [decoded(head, inside).replaceAll('\r\n', '\n').trim()]
        : [],
    )[0] ?? ''
  return { headers, text: of('text/plain'), html: of('text/html') }
}
