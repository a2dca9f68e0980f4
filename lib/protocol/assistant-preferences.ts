/** Limits and choices of what a user keeps for assistants: notes and preferences. */

/** ISO 639-1, of languages that assistants commonly write. */
export const ANSWER_LANGUAGES = [
  "ar",
  "bn",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "fa",
  "fi",
  "fr",
  "he",
  "hi",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "no",
  "pl",
  "pt",
  "ro",
  "ru",
  "sv",
  "th",
  "tr",
  "uk",
  "ur",
  "vi",
  "zh",
] as const;

export const DETAILS = ["brief", "normal", "thorough"] as const;
export const EXPERIENCES = ["new", "some", "expert"] as const;

/** Characters of a note, as fields of a browser count them (UTF-16). */
export const NOTE_LENGTH = 1_000;
/** The same for the text about risk. */
export const RISK_LENGTH = 300;

/** Absent fields are not chosen. */
export type AssistantPreferences = {
  language?: (typeof ANSWER_LANGUAGES)[number] | undefined;
  detail?: (typeof DETAILS)[number] | undefined;
  experience?: (typeof EXPERIENCES)[number] | undefined;
  /** The user's own words, on one line. */
  risk?: string | undefined;
};
