/** Groups of the entries of the audit log. */

export const KINDS = [
  "account",
  "session",
  "identity",
  "mcp_key",
  "bot_key",
  "venue_key",
  "oauth_grant",
  "order",
  "assistant",
] as const;
export type Kind = (typeof KINDS)[number];

/** The group of an action: its part before the dot. */
export function kindOf(action: string): Kind | undefined {
  const [group] = action.split(".");
  if (group === "sign_in") return "session";
  if (group?.startsWith("assistant_") === true) return "assistant";
  return KINDS.find((one) => one === group);
}
