/** Why a process doesn't start, as the one line that its operator reads. Everything else that is thrown is a fault. */
export class CannotStart extends Error {}
