/** A port of this machine that leads to HAProxy: the torture's people know ports, not addresses. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export class Forward {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(host: string, port: number) {
    this.#server = createServer((from) => {
      const to = connect(port, host)
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.once('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
  }

  static async open(host: string, port: number): Promise<Forward> {
    const forward = new Forward(host, port)
    forward.#server.listen(0, '127.0.0.1')
    await once(forward.#server, 'listening')
    return forward
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
