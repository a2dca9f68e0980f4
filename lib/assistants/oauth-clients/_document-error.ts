/** Why a client that names itself by the address of a document is not known. */

export type DocumentErrorKind =
  /** Perhaps later: its host gave no answer. */
  | "unreachable"
  /** It is not as it must be, or may not be asked for. */
  | "refused";

/** `message`: a sentence in ASCII, without anything that the document or its host sent. */
export class DocumentError extends Error {
  readonly kind: DocumentErrorKind;

  constructor(kind: DocumentErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DocumentError";
    this.kind = kind;
  }
}
