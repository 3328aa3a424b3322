/**
 * Thrown if the delivery note could not be made, mostly because its code could not be loaded offline. Nothing
 * was recorded.
 */
export class NoteNotMade extends Error {
  override readonly name = 'NoteNotMade';
}
