import type { AuditKind, RecordKind } from '../rules/audit/audit-kinds.ts';
import { AUDITED_ELSEWHERE } from './audited-elsewhere.ts';
import type { Audited, Endpoint } from './definition.ts';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';

type WhatOf<Name extends EndpointName> = (typeof ENDPOINTS)[Name] extends { audit: infer Row }
  ? Row extends { what: infer What extends string }
    ? What
    : Name
  : never;

/** The names of audit rows. */
export type AuditRowName =
  | keyof typeof AUDITED_ELSEWHERE
  | { [Name in EndpointName]: WhatOf<Name> }[EndpointName];

/** Labels of all changes that leave an audit row, by the name of the row. */
export const AUDITED = { ...fromDefinitions(), ...AUDITED_ELSEWHERE } as Readonly<
  Record<AuditRowName, Audited>
>;

const ALL = Object.entries(AUDITED) as [AuditRowName, Audited][];

/** The names of one kind's rows. */
export function auditRowNamesOfKind(kind: AuditKind): AuditRowName[] {
  return ALL.filter(([, audited]) => audited.kind === kind).map(([what]) => what);
}

/**
 * Returns the names of the audit rows about this kind of record. A record's key alone does not identify it,
 * because several kinds have integer keys.
 */
export function auditRowNamesOfRecord(record: RecordKind): AuditRowName[] {
  return ALL.filter(([, audited]) => audited.subject === record).map(([what]) => what);
}

/**
 * Returns the kind of record that rows of this name are about; null for records without a name and unknown
 * rows.
 */
export function recordOf(what: string): RecordKind | null {
  return isAudited(what) ? AUDITED[what].subject : null;
}

export function isAudited(what: string): what is AuditRowName {
  return Object.hasOwn(AUDITED, what);
}

/** The names of the audit rows that an operation may leave. */
export function auditedAs(name: EndpointName): readonly AuditRowName[] {
  const { audit, audited_as = [] }: Endpoint = ENDPOINTS[name];
  const names: readonly string[] = audit ? [audit.what ?? name, ...audited_as] : audited_as;
  return names.filter(isAudited);
}

function fromDefinitions(): Record<string, Audited> {
  const rows = Object.entries(ENDPOINTS).flatMap(([name, definition]): [string, Audited][] => {
    const { audit }: Endpoint = definition;
    return audit ? [[audit.what ?? name, audit]] : [];
  });
  return Object.fromEntries(rows);
}
