/** Which errors say that the database can't be reached, or is going or full; all others are faults of ours or answers. */

/** Classes and codes of PostgreSQL for a connection that breaks and a server that goes down, and those of the network. */
const codes =
  /^(08...|57P..|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/
/** Those that the driver throws have no code. */
const messages =
  /^Connection terminated|^timeout (expired|exceeded when trying to connect)|^Client (has encountered a connection error|was closed)|^Cannot use a pool after calling end/

/** Whether a connection broke or could not be made. An error that says neither by its code nor by its words is a fault of ours. */
export function isConnectionFault(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === undefined ? messages.test(String(message)) : codes.test(code)
}
