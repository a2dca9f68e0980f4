/** Notices that the owner of an account always gets, in the inbox and by mail. They cannot be switched off. */

export const SECURITY_KINDS = [
  "session_opened",
  "identity_linked",
  "identity_unlinked",
  "mcp_key_created",
  "mcp_key_rotated",
  "bot_key_created",
  "app_connected",
  "app_token_reused",
  "assistants_paused",
  "assistants_resumed",
  "proposal_limits_set",
  "default_limits_set",
  "push_browser_added",
  "trading_key_registered",
  "payout_wallet_changed",
  "withdrawal_requested",
  "account_deleted",
] as const;

export type SecurityKind = (typeof SECURITY_KINDS)[number];

/** The page on which the owner sees and undoes it. */
export const SECURITY_PAGES: Readonly<Record<SecurityKind, string>> = {
  session_opened: "/settings/sessions",
  identity_linked: "/settings",
  identity_unlinked: "/settings",
  mcp_key_created: "/settings/mcp-keys",
  mcp_key_rotated: "/settings/mcp-keys",
  bot_key_created: "/settings/bot-keys",
  app_connected: "/settings/connected-apps",
  app_token_reused: "/settings/connected-apps",
  assistants_paused: "/settings/connected-apps",
  assistants_resumed: "/settings/connected-apps",
  proposal_limits_set: "/settings/connected-apps",
  default_limits_set: "/settings/connected-apps",
  push_browser_added: "/settings/notifications",
  trading_key_registered: "/account/keys",
  payout_wallet_changed: "/partner",
  withdrawal_requested: "/account/transfers",
  account_deleted: "/",
};

export type SecurityFacts = {
  /** What it was done to: a sign-in method, the name of a key or an app, a wallet, an amount of USDC. */
  name: string;
  /** What was there before; "" when there was nothing. */
  before: string;
  /** What a key or an app may do; "" for a change without permissions. */
  rights: string;
  /** From which address and with which program; "" when it is not known. */
  address: string;
  agent: string;
};
