/** Why a client whose id is the address of a document is unknown. */

export type DocumentErrorKind =
  /** Its host gave no answer; a retry may succeed. */
  | "unreachable"
  /** The document is invalid, or may not be fetched. */
  | "refused";

/** `message`: a sentence in ASCII without any text from the document or its host. */
export class DocumentError extends Error {
  readonly kind: DocumentErrorKind;

  constructor(kind: DocumentErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DocumentError";
    this.kind = kind;
  }
}
