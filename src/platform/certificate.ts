/** When the certificate ends that the public address shows. */
import { once } from 'node:events'
import { connect } from 'node:tls'

const patienceMs = 10_000

/** Milliseconds since 1970; null for an address without one. Throws where it can't be read. */
export async function readCertificateEnd(publicUrl: string): Promise<number | null> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[|\]$/g, '')
  // One that has ended, or is another name's, is looked at all the same.
  const socket = connect({
    host,
    port: Number(port || 443),
    servername: host,
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) })
    const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
    if (Number.isNaN(endsAt)) throw new Error('The certificate says no end')
    return endsAt
  } finally {
    socket.destroy()
  }
}
