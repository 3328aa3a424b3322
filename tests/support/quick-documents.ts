import { vi } from 'vitest';
import { DOCUMENTS, type Documents } from '../../web/commands/documents.ts';

/**
 * Replaces the PDFs of forms by a line of text, because making a PDF takes longer than the rest of a test. As
 * with PDFs, another input results in other bytes. Each form has one test with its real document
 * (`realDocuments`).
 */
export function quickDocuments(): void {
  for (const name of Object.keys(DOCUMENTS) as (keyof Documents)[]) {
    vi.spyOn(DOCUMENTS, name).mockImplementation(async (input: object) => {
      return new Blob([`${name} ${JSON.stringify(input)}`], { type: 'application/pdf' });
    });
  }
}

/** Restores the real documents and loads their code, which may exceed the timeout of an expectation. */
export async function realDocuments(): Promise<void> {
  vi.restoreAllMocks();
  await Promise.all([
    import('../../web/documents/handover-receipt.ts'),
    import('../../web/documents/deposit-receipt.ts'),
    // The documents import it when they are drawn.
    import('jspdf'),
  ]);
}
