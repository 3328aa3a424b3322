import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';

export const dismissNotTaken = command({
  path: '/api/not-taken/dismiss',
  access: DESK_ROLES,
  touches: ['store', 'orders'],
  errors: ['not_found'],
  summary: 'Dismisses an import problem with a note',
  audited_as: ['dismiss_listed'],
  sample: { body: { what: '1001', note: 'It was a test' } },
});
