/**
 * The English messages of every feature, as types. `components/messages/en.ts` merges them in, so that this folder knows
 * the keys of all features without importing any.
 */
import type { MessageFile, Translation } from "./message-types.ts";

// oxlint-disable-next-line typescript/no-empty-object-type -- filled by components/messages/en.ts
export interface Sources {}

/** All texts of one language. */
export type Messages = {
  readonly [Feature in keyof Sources]: Sources[Feature] extends MessageFile
    ? Translation<Sources[Feature]>
    : never;
};
