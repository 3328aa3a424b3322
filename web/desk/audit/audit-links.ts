import type { AuditAbout } from '../../../contract/schemas/audit.ts';
import { machinePath } from '../machines/machine-columns.tsx';
import { cashRecordPath, type DeskPath, deskOrderPath, personPath } from '../shell/desk-places.ts';

/** Returns the path of an event's subject; null if it has no page. */
export function aboutPath({ kind, id }: Pick<AuditAbout, 'kind' | 'id'>): DeskPath | null {
  if (id === null) return null;
  switch (kind) {
    case 'order':
    case 'photo':
    case 'note':
      return deskOrderPath(id);
    case 'person':
      return personPath(id);
    case 'machine':
      return machinePath(id);
    case 'device':
      return `/desk/devices/${id}`;
    case 'handover':
    case 'collection':
    case 'deposit':
    case 'float':
      return cashRecordPath(kind, id);
    default:
      return null;
  }
}
