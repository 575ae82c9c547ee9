/** An error that the person at the terminal can understand from its message alone. */
export class CommandError extends Error {}
