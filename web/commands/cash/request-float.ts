import { t } from '@lingui/core/macro';
import { floatFailed } from '../../api/cash-messages.ts';
import { type Command, isReferenceTaken } from '../command.ts';
import { float } from './float.ts';
import type { Float } from './prepare-float.ts';

/** Both signers of a float above the shop's limit request its approval; the approval records it. */
export const requestFloat: Command<'request_float', Float> = {
  ...(float as unknown as Command<'request_float', Float>),
  endpoint: 'request_float',
  async prepare(given, press) {
    const { prepareFloat } = await import('./prepare-float.ts');
    const { body, files } = await prepareFloat(given, press, { needs_approval: true });
    return { body, files };
  },
  messages: {
    ...(float.messages as unknown as Command<'request_float', Float>['messages']),
    failed: (_, problem) => (isReferenceTaken(problem) ? null : floatFailed(problem)),
    done: () => [
      {
        kind: 'success',
        title: t`Approval Requested`,
        description: t`The float is recorded once another Manager or Admin approves it.`,
      },
    ],
  },
};
