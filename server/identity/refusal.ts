/** What the shop's own operator asked for cannot be done; the message is a sentence for the command line. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
