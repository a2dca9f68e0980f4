/** Limits of what a machine may propose, for the service and the pages. */

/** An app counts with all its connections. */
export const PROPOSER_KINDS = ["mcp_key", "bot_key", "oauth_app"] as const;
export type ProposerKind = (typeof PROPOSER_KINDS)[number];

/** Markets that a limit can name. */
export const MAX_LIMITED_MARKETS = 50;
