import { DESK_ROLES } from '../../../rules/roles.ts';
import { change } from '../../definition.ts';

export const retryNotTaken = change({
  path: '/api/not-taken/retry',
  access: DESK_ROLES,
  touches: ['store', 'orders'],
  errors: ['not_found'],
  summary: 'Asks the store for one of them anew, tries it again, and answers what became of it',
  audited_as: ['retry_store'],
  sample: { body: { what: '1001' } },
});
