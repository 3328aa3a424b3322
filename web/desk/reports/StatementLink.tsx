import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { DeskPath } from '../shell/desk-places.ts';

/** Links to the printable statement of a driver's day. */
export function StatementLink({ path }: { path: DeskPath | null }) {
  if (!path) return null;
  return (
    <Link to={path} className="text-accent hover:underline">
      {t`Day's statement`}
    </Link>
  );
}
