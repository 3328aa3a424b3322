import { DESK_ROLES } from '../../../rules/roles.ts';
import { change } from '../../definition.ts';

export const exportView = change({
  path: '/api/desk/exports',
  access: DESK_ROLES,
  errors: ['not_found'],
  summary: 'All rows of a report or a list of the desk with their totals, as a CSV or Excel file',
  audit: { what: 'export_report', kind: 'exports', subject: null, label: 'Exported a report' },
  sample: {
    accepted: true,
    body: { format: 'csv', report: { report: 'deliveries', from: '2026-11-01', to: '2026-11-30' } },
  },
});
