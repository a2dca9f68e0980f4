/**
 * The English messages of every feature, as types. `components/messages/en.ts` merges them in, so that this folder knows
 * the keys of all features without importing any.
 */
import type { MessageFile, Text, Translation } from "./message-types.ts";

/** Features whose texts every page carries. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by components/messages/en.ts
export interface Sources {}

/** Features whose texts only some pages carry: `PageTexts` gives them to the components below it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by components/messages/en.ts and by `lazyTexts`' callers
export interface PageSources {}

export interface AllSources extends Sources, PageSources {}

type Translations<Of> = {
  readonly [Feature in keyof Of]: Of[Feature] extends MessageFile
    ? Translation<Of[Feature]>
    : never;
};

/** The texts of every page in one language. */
export type Messages = Translations<Sources>;

/** The texts of some pages only, in one language. */
export type PageMessages = Translations<PageSources>;

/** What reads the texts of one feature: its own, and those that it shares with others. */
export type FeatureText<Feature extends keyof AllSources> = Text<
  AllSources[Feature] & Omit<Sources["shared"], keyof AllSources[Feature]>
>;
