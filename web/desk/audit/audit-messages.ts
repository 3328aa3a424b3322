import { AUDITED_LABELS } from 'virtual:audited-labels';
import { plural, t } from '@lingui/core/macro';
import { authorLabel } from '../../../contract/labels/audit-labels.ts';
import { VIEW_LABELS } from '../../../contract/labels/report-labels.ts';
import type { AuditKind } from '../../../contract/rules/audit/audit-kinds.ts';
import type { AuditAbout, AuditRow } from '../../../contract/schemas/audit.ts';
import { translate } from '../../messages/i18n.ts';
import { label } from '../../messages/label.ts';

/** Returns the label of an audit row; its bare name if a newer server wrote it. */
export function actionText(what: string): string {
  const label = AUDITED_LABELS[what];
  return label === undefined ? what.replaceAll('_', ' ') : translate(`audited.${what}`, label);
}

export function auditKindText(kind: AuditKind): string {
  return {
    orders: t`Orders`,
    deliveries: t`Deliveries`,
    cash: t`Cash`,
    people: t`People`,
    sign_ins: t`Signing in and out`,
    devices: t`Devices and card machines`,
    shop: t`Shop and store`,
    proofs: t`Proof views`,
    exports: t`Exports`,
  }[kind];
}

export function authorText(by: AuditRow['by']): string {
  return authorLabel(translate, by);
}

/** Describes an event's subject in one line. */
export function subjectText({ kind, name, count }: AuditAbout): string {
  const named = name ?? '';
  switch (kind) {
    case 'order':
      return t`Order #${named}`;
    case 'orders':
      return t`${plural(count ?? 0, { one: '# order', other: '# orders' })}`;
    case 'machine':
      return t`Card machine ${named}`;
    case 'device':
      return name ?? t`Unnamed device`;
    case 'handover':
      return t`Handover ${named}`;
    case 'collection':
      return t`Collection from ${named}`;
    case 'deposit':
      return t`Deposit ${named}`;
    case 'float':
      return t`Float ${named}`;
    case 'photo':
      return t`Photo of order #${named}`;
    case 'note':
      return t`Delivery note of order #${named}`;
    case 'receipt':
      return t`Receipt ${named}`;
    case 'slip':
      return t`Slip of ${named}`;
    case 'signature':
      return t`Signature of ${named}`;
    case 'report':
      return exportedViewText(named);
    default:
      return named;
  }
}

/** Returns the name of an exported view of the desk. */
export function exportedViewText(name: string): string {
  return label(VIEW_LABELS, name, name.replaceAll('_', ' '));
}

/** Describes an event's origin: the device's name, and the client address if it is trusted. */
export function originText({ by, device, client_address }: AuditRow): string {
  if (by.kind === 'command_line') return t`Command line`;
  if (by.kind !== 'staff') return '—';
  return [device, client_address].filter(Boolean).join(' · ') || '—';
}
