import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const decideDifference = command({
  path: '/api/desk/differences/decide',
  access: DESK_ROLES,
  touches: ['cash'],
  errors: ['not_found', 'own_cash', 'difference_decided', 'difference_undecidable', 'balance_changed'],
  summary:
    'Books the difference of an end of day that both signed as short or over, or leaves it with the person',
  audit: { kind: 'cash', subject: 'handover', label: 'Decided about the difference of an end of day' },
  grants: ['insert cash_differences'],
  sample: { body: { handover_id: SAMPLE_ID, choice: 'short_or_over', bookable_fils: 1_000, reason: null } },
});
