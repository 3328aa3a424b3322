import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const proposeSalary = command({
  path: '/api/desk/differences/salary',
  access: DESK_ROLES,
  touches: ['cash'],
  errors: ['not_found', 'own_cash', 'more_than_open'],
  summary: 'Proposes a shortage for the salary list, or withdraws the proposal; nothing is deducted by it',
  audit: { kind: 'cash', subject: 'difference', label: 'Proposed a shortage for the salary list' },
  grants: ['insert salary_proposals'],
  sample: { body: { difference_id: SAMPLE_ID, amount_fils: 1_000, reason: null } },
});
