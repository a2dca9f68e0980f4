/**
 * The chain could not be read: the node gave no answer, an error, or an undocumented answer; `cause` says which. Messages name only the
 * host of the node's address, because the rest may be a key.
 */
export class ChainUnreachable extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = "ChainUnreachable";
  }
}
