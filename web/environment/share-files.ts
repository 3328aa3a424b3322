/** Returns true if the device can share PDF files. */
export function canShareFiles(): boolean {
  const sample = new File([new Uint8Array(1)], 'document.pdf', { type: 'application/pdf' });
  return navigator.canShare?.({ files: [sample] }) ?? false;
}

/**
 * Shares a file by the device's own dialog. A cancelled share and a refusal, such as after a press that is
 * too long ago, are ignored: the user can press again.
 */
export async function shareFile(file: File): Promise<void> {
  await navigator.share({ files: [file] }).catch(() => {});
}
