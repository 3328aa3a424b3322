import { command } from '../../definition.ts';

export const changeDeliverySettings = command({
  path: '/api/desk/delivery-settings',
  access: ['Admin'],
  touches: ['shop'],
  may_change_nothing: true,
  errors: ['settings_changed'],
  summary:
    "Changes the shop's reasons for attempts, its rules for setting out, and its messages to customers",
  audit: { kind: 'shop', subject: 'shop', label: 'Changed the settings of deliveries' },
  grants: [
    'insert attempt_reasons',
    'update attempt_reasons.is_offered',
    'update attempt_reasons.label',
    'update attempt_reasons.needs_note',
    'update attempt_reasons.needs_photo',
    'update attempt_reasons.needs_time',
    'update attempt_reasons.position',
    'insert message_templates',
    'update message_templates.is_reviewed',
    'update message_templates.text',
    'update shops.drivers_set_out',
    'update shops.expense_kinds',
    'update shops.records_position',
    'update shops.rounds_cash',
  ],
  sample: { accepted: true, body: { drivers_set_out: false } },
});
