import type { DriverHandoverType, HandoverType } from '../../../contract/rules/references.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import type { HandoverEndpoint } from '../../commands/cash/handover.ts';
import type { Handover } from '../../commands/cash/prepare-handover.ts';
import type { Command } from '../../commands/command.ts';
import { useCommand } from '../../commands/use-command.ts';

type HandoverCommand = Command<HandoverEndpoint, Handover>;
type Form = Parameters<typeof useCommand<HandoverEndpoint, Handover>>[1];

const COMMANDS: Record<DriverHandoverType, HandoverCommand> = {
  start: CASH_COMMANDS.start_handover,
  end: CASH_COMMANDS.end_handover,
  drop: CASH_COMMANDS.record_drop,
};

/** No command has this subject. */
const NO_SUBJECT = '';

/**
 * Connects the form of a start or end of day to its command. At the end of a day, `is_drop` selects the
 * command that takes a part of the cash; an undecided command of either kind is shown first.
 */
export function useHandoverCommand(handover_type: HandoverType, is_drop: boolean, form: Form) {
  const whole = { type: handover_type, ...useCommand(COMMANDS[handover_type], form) };
  const of_drops = handover_type === 'end' ? form : { ...form, subject: NO_SUBJECT };
  const drop = { type: 'drop' as const, ...useCommand(COMMANDS.drop, of_drops) };
  const undecided = [whole, drop].filter(({ entry }) => entry);
  return undecided.find(({ mine }) => mine) ?? undecided[0] ?? (is_drop ? drop : whole);
}
