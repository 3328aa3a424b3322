import { mayAccess } from '../../contract/rules/roles.ts';
import { type Area, areaAt } from './areas.ts';

/** What the screens show; the server decides for itself on every request (ruling C1). */
export function mayOpen(area: Pick<Area, 'access'>, role: string | null): boolean {
  return mayAccess(area.access, role);
}

/** The same by address; false for an address that is no area. */
export function mayOpenPath(pathname: string, role: string | null): boolean {
  const area = areaAt(pathname);
  return area !== undefined && mayOpen(area, role);
}
