import { vi } from 'vitest';
import { DOCUMENTS, type Documents } from '../../web/commands/documents.ts';

/**
 * Documents of forms become a line of text in place of a PDF, which takes longer to make than the rest of a test: another
 * input makes other bytes, as with PDFs. Each form has one test with its real document (`realDocuments`).
 */
export function quickDocuments(): void {
  for (const name of Object.keys(DOCUMENTS) as (keyof Documents)[]) {
    vi.spyOn(DOCUMENTS, name).mockImplementation(async (input: object) => {
      return new Blob([`${name} ${JSON.stringify(input)}`], { type: 'application/pdf' });
    });
  }
}

/** Restores the real documents. Their code is loaded here: on a busy machine that takes longer than an expectation may. */
export async function realDocuments(): Promise<void> {
  vi.restoreAllMocks();
  await Promise.all([
    import('../../web/documents/handover-receipt.ts'),
    import('../../web/documents/deposit-receipt.ts'),
    // They load it when they are drawn.
    import('jspdf'),
  ]);
}
