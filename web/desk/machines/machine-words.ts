import { t } from '@lingui/core/macro';
import type { MachineStory } from '../../../contract/operations/desk/machines/read-card-machine-story.schema.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';

/** Why a change of a machine was refused, where the problem's title is not enough. */
export function machineRefusal({ code }: Pick<ProblemBody, 'code'>): string | null {
  if (code === 'already_exists')
    return t`The shop has a machine with this number. A retired one is taken into use again instead.`;
  if (code === 'card_machine_elsewhere') return t`Somebody has it: it can be retired once it is back.`;
  return null;
}

/** What happened to a machine, in words. */
export function eventWords({ what, driver }: Pick<MachineStory['story'][number], 'what' | 'driver'>): string {
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
      return t`Taken into use again`;
  }
}
