import { UnreadableFile } from '../read-row.ts';
import { isTrue } from './hidden-parts.ts';
import type { WorkbookBudget } from './workbook-budget.ts';
import { readXml } from './xml-elements.ts';
import { unpacked, type ZipParts } from './zip-parts.ts';

export type WorkbookIndex = {
  /** The sheets in the order of the workbook; `part` is the name of the sheet's file in the archive. */
  sheets: { name: string; part: string; is_hidden: boolean }[];
  shared_texts: string;
  styles: string;
  /** Days count from 1904, as in old versions of Excel for the Macintosh. */
  is_1904: boolean;
};

/** The length at which names are cut; Excel permits 31 characters. */
const NAME_MAX = 100;

/** Reads the names of the sheets and of their parts. Throws UnreadableFile. */
export async function readWorkbookIndex(parts: ZipParts, budget: WorkbookBudget): Promise<WorkbookIndex> {
  const workbook = parts.get('xl/workbook.xml');
  const relations = parts.get('xl/_rels/workbook.xml.rels');
  if (!workbook || !relations) throw new UnreadableFile('not_a_sheet');
  const parts_by_id = new Map<string, string>();
  const index: WorkbookIndex = {
    sheets: [],
    shared_texts: 'xl/sharedStrings.xml',
    styles: 'xl/styles.xml',
    is_1904: false,
  };
  await readXml(unpacked(relations, budget), budget, {
    open: (name, attribute) => {
      if (name !== 'Relationship') return;
      const target = attribute('Target') ?? '';
      const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      const kind = attribute('Type')?.split('/').at(-1);
      if (kind === 'sharedStrings') index.shared_texts = part;
      if (kind === 'styles') index.styles = part;
      parts_by_id.set(attribute('Id') ?? '', part);
    },
  });
  await readXml(unpacked(workbook, budget), budget, {
    open: (name, attribute) => {
      // Newer versions of Excel add an extension with an element of the same name, which has no date system.
      if (name === 'workbookPr') index.is_1904 ||= isTrue(attribute('date1904'));
      if (name !== 'sheet') return;
      if (index.sheets.length >= budget.limits.sheets) throw new UnreadableFile('too_many_sheets');
      const part = parts_by_id.get(attribute('id') ?? '') ?? '';
      const is_hidden = ['hidden', 'veryHidden'].includes(attribute('state') ?? '');
      index.sheets.push({ name: (attribute('name') ?? '').slice(0, NAME_MAX), part, is_hidden });
    },
  });
  return index;
}
