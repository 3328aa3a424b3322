import { FACT_LABELS, PERSONAL_LABELS } from '../../../contract/labels/audit-labels.ts';
import { FLAG_LABELS, SUBJECT_LABELS } from '../../../contract/labels/file-labels.ts';
import { type LabelList, labelIn, type Translate } from '../../../contract/labels/label-list.ts';
import { VIEW_LABELS } from '../../../contract/labels/report-labels.ts';
import type { AuditFacts } from '../../../contract/operations/desk/audit/read-audit-event.schema.ts';
import { formatMoney, isFils } from '../../../contract/rules/amounts/money.ts';
import { listOfFactValue, RECORD_OF_FACT } from '../../../contract/rules/audit/audit-facts.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import type { AuditAbout } from '../../../contract/schemas/audit.ts';
import type { NamedFact } from '../audit/audit-names.ts';
import { sentenceCase } from './cell-labels.ts';

/**
 * Texts of an exported audit. An English file contains the stored names of facts, values and personal fields,
 * unlike the screen; a file in another language contains the labels of the screen.
 */

/** The names of ids among facts, the time format and the language. */
export type AuditTexts = {
  translate: Translate;
  nameOf: (kind: string, id: string) => string | undefined;
  timeText: (at: string) => string;
};

export function auditTexts(
  translate: Translate,
  named: readonly NamedFact[],
  timeText: AuditTexts['timeText'],
): AuditTexts {
  const names = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return { translate, nameOf: (kind, id) => names.get(`${kind} ${id}`), timeText };
}

/** Returns `Order 1001`, or `Orders: 12` for several. */
export function aboutText(translate: Translate, about: AuditAbout | null): string {
  if (about === null) return '';
  const { kind, name, count } = about;
  const subject = labelIn(translate, SUBJECT_LABELS, kind, sentenceCase(kind));
  if (count !== null) return `${subject}: ${count}`;
  const text = wordsOf(name ?? '');
  return `${subject} ${kind === 'report' ? ownText(translate, VIEW_LABELS, name ?? '', text) : text}`.trim();
}

export function personalText(translate: Translate, fields: readonly string[]): string {
  return fields
    .map((field) => ownText(translate, PERSONAL_LABELS, field, field.replaceAll('_', ' ')))
    .join(', ');
}

/** Formats the state before or after an event: `Status: packed; Driver: Omar Aziz`. */
export function factsText(facts: AuditFacts | null, words: AuditTexts): string {
  return Object.entries(facts ?? {})
    .map(([id, value]) => `${factTitle(id, words)}: ${valueText(id, value, words)}`)
    .join('; ');
}

function factTitle(id: string, { translate }: AuditTexts): string {
  return ownText(translate, FACT_LABELS, id, sentenceCase(id.replace(/_(fils|ids?|at)$/, '')));
}

type Value = AuditFacts[string];

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function valueText(id: string, value: Value, words: AuditTexts): string {
  const { translate, nameOf, timeText } = words;
  if (Array.isArray(value)) return value.map((one) => valueText(id, one, words)).join(', ');
  if (value === null) return '';
  if (typeof value === 'boolean') return labelIn(translate, FLAG_LABELS, value ? 'yes' : 'no');
  if (id.endsWith('_fils') && isFils(value)) return formatMoney(value);
  const text = String(value);
  const kind = RECORD_OF_FACT[id];
  if (kind) return nameOf(kind, text) ?? text;
  if (id === 'filters') return filterText(text, words);
  if (INSTANT.test(text) && Number.isFinite(Date.parse(text))) return timeText(text);
  if (UUID.test(text)) return text;
  const list = id === 'report' ? VIEW_LABELS : listOfFactValue(id, text);
  return list ? ownText(translate, list, text, wordsOf(text)) : wordsOf(text);
}

/** Formats a filter of an export, stored as `user_id=…`. */
function filterText(text: string, words: AuditTexts): string {
  const [, id, value = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
  return id === undefined ? text : `${factTitle(id, words)} ${valueText(id, value, words)}`;
}

/** Translates a label; `english` replaces the label of an English screen. */
function ownText(translate: Translate, { id }: LabelList, key: string, english: string): string {
  return translate(`${id}.${key}`, english);
}

/** Replaces underscores in stored values; other texts, which people wrote, stay unchanged. */
function wordsOf(text: string): string {
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
}
