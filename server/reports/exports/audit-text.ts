import type { AuditFacts } from '../../../contract/operations/desk/audit/read-audit-event.schema.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import { formatMoney, isFils } from '../../../contract/rules/money.ts';
import type { AuditAbout, AuditRow } from '../../../contract/schemas/audit.ts';
import { type NamedFact, RECORD_OF_FACT } from '../audit-names.ts';
import { cellWord } from './cell-words.ts';

/** How ids among facts are called, and how times are written. */
export type AuditWords = {
  nameOf: (kind: string, id: string) => string | undefined;
  timeText: (at: string) => string;
};

export function auditWords(named: readonly NamedFact[], timeText: AuditWords['timeText']): AuditWords {
  const names = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return { nameOf: (kind, id) => names.get(`${kind} ${id}`), timeText };
}

/** Who did it, as the screen says it. */
export function doerText({ kind, name }: AuditRow['by']): string {
  if (kind === 'store') return 'The store';
  if (kind === 'server') return 'The server';
  return kind === 'command_line' ? `Operator ${name ?? ''}`.trim() : (name ?? '');
}

/** `Order 1001`; `Orders: 12` of many. */
export function aboutText(about: AuditAbout | null): string {
  if (about === null) return '';
  const { kind, name, count } = about;
  const word = cellWord('about', kind);
  return count === null ? `${word} ${name === null ? '' : wordsOf(name)}`.trim() : `${word}: ${count}`;
}

/** What an event found, or left: `Status: packed; Driver: Omar Aziz`. */
export function factsText(facts: AuditFacts | null, words: AuditWords): string {
  return Object.entries(facts ?? {})
    .map(([id, value]) => `${factTitle(id)}: ${valueText(id, value, words)}`)
    .join('; ');
}

function factTitle(id: string): string {
  return cellWord('fact', id.replace(/_(fils|ids?|at)$/, ''));
}

type Value = AuditFacts[string];

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function valueText(id: string, value: Value, words: AuditWords): string {
  if (Array.isArray(value)) return value.map((one) => valueText(id, one, words)).join(', ');
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (id.endsWith('_fils') && isFils(value)) return formatMoney(value);
  const text = String(value);
  const kind = RECORD_OF_FACT[id];
  if (kind) return words.nameOf(kind, text) ?? text;
  if (id === 'filters') return filterText(text, words);
  if (INSTANT.test(text) && Number.isFinite(Date.parse(text))) return words.timeText(text);
  return UUID.test(text) ? text : wordsOf(text);
}

/** What an export was narrowed to: `user_id=…`. */
function filterText(text: string, words: AuditWords): string {
  const [, id, value = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
  return id === undefined ? text : `${factTitle(id)} ${valueText(id, value, words)}`;
}

/** Of a known few, which are written with underscores; anything else stays as somebody wrote it. */
function wordsOf(text: string): string {
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
}
