/** Limits of what a machine may propose, for the service and the pages. */

/** Programs that propose. An app counts with all its connections. */
export const PROPOSER_KINDS = ["mcp_key", "bot_key", "oauth_app"] as const;

/** What limits are set for: a program, or all programs without limits of their own. */
export const LIMITED_KINDS = [...PROPOSER_KINDS, "default"] as const;
export type LimitedKind = (typeof LIMITED_KINDS)[number];

/** The id of the limits for all other programs. */
export const DEFAULT_LIMITS_ID = "all";

/** Markets that a limit can name. */
export const MAX_LIMITED_MARKETS = 50;
