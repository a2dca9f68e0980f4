/**
 * The English messages of every feature, as types. `components/messages` merges them in, so that this folder knows the
 * keys of all features and imports none.
 */
import type { MessageFile, Translation } from "./message-types.ts";

// oxlint-disable-next-line typescript/no-empty-object-type -- features are merged in
export interface Sources {}

/** All texts of one language. */
export type Messages = {
  readonly [Feature in keyof Sources]: Sources[Feature] extends MessageFile
    ? Translation<Sources[Feature]>
    : never;
};
