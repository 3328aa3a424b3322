import { parseAmount } from '../../contract/rules/money.ts';
import { TerminalError } from './terminal-error.ts';

/** Reads an amount above zero from the command line, in AED. Answers fils. Throws TerminalError. */
export function readAmount(text: string): number {
  const parsed = parseAmount(text);
  if (!parsed.ok || parsed.amount_fils === 0) {
    throw new TerminalError(`"${text}" is not an amount from AED 0.01 to AED 10,000,000.00`);
  }
  return parsed.amount_fils;
}
