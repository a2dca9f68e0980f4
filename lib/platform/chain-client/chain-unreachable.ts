/**
 * The chain could not be read, and nothing is known of what was asked for: no answer, an error of the node, or an answer that is not the
 * documented one. `cause` says which. Neither names the node's address beyond its host: the rest may be a key.
 */
export class ChainUnreachable extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = "ChainUnreachable";
  }
}
