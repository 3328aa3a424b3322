/** An error that the user at the terminal can fix; its message is printed without a stack trace. */
export class UsageError extends Error {}
