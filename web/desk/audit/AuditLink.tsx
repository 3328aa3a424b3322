import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type AuditAddress, auditPath } from './audit-address.ts';

/** Links to the audit events of the record on screen. */
export function AuditLink({ to, children }: { to: Partial<AuditAddress>; children: ReactNode }) {
  return (
    <Link
      to={auditPath(to)}
      className="inline-flex min-h-9 items-center gap-1.5 self-start text-accent hover:underline print:hidden pointer-coarse:min-h-12"
    >
      <ScrollText size={16} />
      {children}
    </Link>
  );
}
