import { command } from '../../definition.ts';

export const changeCashSettings = command({
  path: '/api/desk/cash-settings',
  access: ['Admin'],
  touches: ['shop', 'cash'],
  may_change_nothing: true,
  errors: ['not_found'],
  summary: "Changes the shop's limit of floats and its ceilings of cash, or the ceiling of one person",
  audit: { kind: 'shop', subject: 'shop', label: 'Changed the settings of cash' },
  grants: [
    'update shops.float_limit_fils',
    'update shops.cash_ceiling_fils',
    'update shops.ceiling_blocks_assignment',
    'insert cash_ceilings',
    'update cash_ceilings.ceiling_fils',
  ],
  sample: { accepted: true, body: { cash_ceiling_fils: 200_000 } },
});
