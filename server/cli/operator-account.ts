import { userInfo } from 'node:os';

/** The account of this machine that runs the command, which is who an operator is in an order's history. */
export function operatorAccount(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the number may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
