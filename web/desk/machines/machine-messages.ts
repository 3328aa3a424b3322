import { t } from '@lingui/core/macro';
import type { CardMachineHistory } from '../../../contract/operations/desk/machines/read-card-machine-story.schema.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';

/** Returns why a change of a card machine was rejected, if the problem's title is not enough. */
export function machineProblemText({ code }: Pick<ProblemBody, 'code'>): string | null {
  if (code === 'already_exists')
    return t`The shop already has a card machine with this number. Reactivate it if it is retired.`;
  if (code === 'card_machine_elsewhere') return t`It is handed out. Retire it once it is back in the shop.`;
  return null;
}

export function machineEventText({
  what,
  driver,
}: Pick<CardMachineHistory['story'][number], 'what' | 'driver'>): string {
  const name = driver ?? '—';
  switch (what) {
    case 'given':
      return t`Given to ${name}`;
    case 'taken_back':
      return t`Taken back from ${name}`;
    case 'return':
      return t`Put back into the shop, from ${name}`;
    case 'add':
      return t`Added`;
    case 'retire':
      return t`Retired`;
    case 'reactivate':
      return t`Reactivated`;
  }
}
