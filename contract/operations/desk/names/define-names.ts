import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';

export const defineNames = command({
  path: '/api/names',
  access: DESK_ROLES,
  touches: ['shop', 'orders'],
  may_change_nothing: true,
  errors: ['already_exists'],
  summary: 'Defines names, and applies the definitions to the orders that have not left the shop',
  audit: { kind: 'shop', subject: null, label: 'Defined names of payments or statuses' },
  grants: [
    'insert source_names',
    'update source_names.defined_at',
    'update source_names.defined_by',
    'update source_names.is_remembered',
    'update source_names.meaning',
    'update source_names.name',
    'update orders.waits_because',
  ],
  sample: { accepted: true, body: { names: [{ kind: 'payment', name: 'Visa', meaning: 'card' }] } },
});
