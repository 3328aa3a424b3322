import { expect, test } from 'vitest';
import {
  BEYOND_STAFF,
  DAY_HANDOVER_TYPES,
  MOVEMENT_REASONS,
  REPORT_NAMES,
  REPORTS,
} from '../contract/rules/reports.ts';
import { ROLES } from '../contract/rules/roles.ts';
import { TENDERS } from '../contract/rules/tender.ts';
import { cellWord } from '../server/reports/exports/cell-words.ts';
import { bareTitle } from '../server/reports/exports/column-titles.ts';
import { cellWords, columnTitle } from '../web/desk/reports/report-words.ts';

/** Columns that the screen shows within others. */
const WITHIN_OTHERS: Record<string, string> = {
  from_beyond: 'From beyond staff',
  to_beyond: 'To beyond staff',
};

test.each(REPORT_NAMES)(
  'the columns of %s have in a file the titles that they have on the screen',
  (name) => {
    for (const { id } of REPORTS[name].columns) {
      const shown = WITHIN_OTHERS[id] ?? columnTitle(name, id);
      expect({ id, title: bareTitle(name, id) }).toEqual({ id, title: shown });
    }
  },
);

test.each([
  ['tender', TENDERS],
  ['outcome', ['delivered', 'recorded_with_conflict']],
  ['reason', MOVEMENT_REASONS],
  ['from_beyond', BEYOND_STAFF],
  ['direction', ['issue', 'return']],
  ['handover_type', DAY_HANDOVER_TYPES],
  ['role', ROLES],
])('the words of %s are those of the screen', (id, words) => {
  for (const word of words) expect(cellWord(id, word)).toBe(cellWords(id, word));
});
