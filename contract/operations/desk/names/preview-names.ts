import { DESK_ROLES } from '../../../rules/roles.ts';
import { change } from '../../definition.ts';

export const previewNames = change({
  path: '/api/names/preview',
  access: DESK_ROLES,
  errors: [],
  summary: 'Lists the open orders that definitions of names would change; changes nothing',
  sample: { accepted: true, body: { names: [{ kind: 'payment', name: 'Visa', meaning: 'card' }] } },
});
