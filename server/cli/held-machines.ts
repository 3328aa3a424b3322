import type { Command } from 'commander';
import { print } from './print.ts';

/** Says which card machines somebody takes along who is disabled or leaves the shop; nothing where there are none. */
export function printHeldMachines(command: Command, email: string, numbers: readonly string[]): void {
  if (numbers.length === 0) return;
  print(command, `${email} still has ${numbers.join(', ')}: mandoob machine return <number> once it is back`);
}
