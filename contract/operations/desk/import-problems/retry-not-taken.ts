import { DESK_ROLES } from '../../../rules/roles.ts';
import { change } from '../../definition.ts';

export const retryNotTaken = change({
  path: '/api/not-taken/retry',
  access: DESK_ROLES,
  touches: ['store', 'orders'],
  errors: ['not_found'],
  summary: 'Reloads one of these orders from the store, retries the import and returns the outcome',
  audited_as: ['retry_store'],
  sample: { body: { what: '1001' } },
});
