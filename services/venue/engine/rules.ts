/** Rules that began to hold after the first journals were written, by number; each number contains the ones before. */
export const RULES = {
  /** A `client_id` names one order of its account for a day (docs/decisions/088). */
  CLIENT_IDS: 1,
} as const;

/** What a venue of this version switches on when it opens. */
export const LATEST_RULES: number = RULES.CLIENT_IDS;
