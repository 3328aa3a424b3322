import { mayAccess } from '../../contract/rules/roles.ts';
import { AREAS, type Area } from './areas.ts';

/** What the screens show; the server decides for itself on every request (ruling C1). */
export function mayOpen(area: Pick<Area, 'access'>, role: string | null): boolean {
  return mayAccess(area.access, role);
}

/** The same by an area's address as it stands in AREAS; false for any other. */
export function mayOpenPath(pathname: string, role: string | null): boolean {
  const area = AREAS.find((one) => one.path === pathname);
  return area !== undefined && mayOpen(area, role);
}
