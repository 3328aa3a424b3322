/** The file as a whole, or from some line on, is not an orders export. The message is for whoever runs the import. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
}
