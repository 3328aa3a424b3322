import { storable } from '../read-row.ts';
import { TextRuns } from './text-runs.ts';
import type { WorkbookBudget } from './workbook-budget.ts';
import { readXml } from './xml-elements.ts';

/** Reads the shared texts, to which cells refer by index. Throws UnreadableFile. */
export async function readSharedTexts(
  part: AsyncIterable<Uint8Array>,
  budget: WorkbookBudget,
): Promise<string[]> {
  const texts: string[] = [];
  const runs = new TextRuns();
  await readXml(part, budget, {
    open: (name) => {
      if (name === 'si') budget.addSharedText();
      runs.open(name);
    },
    text: (text) => runs.add(text),
    close: (name) => {
      runs.close(name);
      if (name === 'si') texts.push(storable(runs.take().trim()));
    },
  });
  return texts;
}
