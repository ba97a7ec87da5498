/** A real mail server on this machine, and what it was given. */
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { partsOf, type Received } from './mime.ts'

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  received: (Received & { to: string })[]
}

/** Call at the top of a test file. `secure`: by TLS alone, with a certificate that nobody knows. */
export async function startMailServer({
  host = '127.0.0.1',
  port: wanted = 0,
  secure = false,
} = {}): Promise<MailServer> {
  const received: MailServer['received'] = []
  const server = new SMTPServer({
    secure,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream
        .on('data', (chunk) => (text += chunk))
        .on('end', () => {
          received.push({ to: session.envelope.rcptTo[0]!.address, ...partsOf(text) })
          done()
        })
    },
  })
  await new Promise<void>((resolve) => server.listen(wanted, host, resolve))
  // Who doesn't believe its certificate hangs up.
  server.on('error', () => {})
  const { port } = server.server.address() as { port: number }
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `${secure ? 'smtps' : 'smtp'}://${host}:${port}`, received }
}
