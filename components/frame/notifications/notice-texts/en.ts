import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  "partner.level_up": "Partner level {to} reached",
  "partner.level_down": "Partner level fell to {to}",
  "partner.level_falls_72h": "Your partner level drops to {to} within 72 hours",
  "partner.level_falls_24h": "Your partner level drops to {to} within 24 hours",
  "partner.settlement_paid": "Partner payout of {amount} USDC paid",
  "partner.settlement_failed": "Partner payout of {amount} USDC failed",
  "agentic.executed": "Order placed: {order}",
  "agentic.refused": "Order refused: {order}",
  "webhook.paused": "Webhook paused: {webhook}",
  "security.session_opened": "Signed in from a new browser. Not you? Sign out everywhere.",
  "security.identity_linked": "Sign-in method added: {name}",
  "security.identity_unlinked": "Sign-in method removed: {name}",
  "security.mcp_key_created": "New MCP key: {name}",
  "security.mcp_key_rotated": "MCP key replaced: {name}",
  "security.bot_key_created": "New bot key: {name}",
  "security.app_connected": "App connected: {name}",
  "security.app_token_reused": "App disconnected: {name}. A used token was sent again.",
  "security.assistants_paused": "All assistants are paused",
  "security.assistants_resumed": "Assistants can act for you again",
  "security.proposal_limits_set": "Limits changed: {name}",
  "security.default_limits_set": "Limits of all other assistants changed",
  "security.push_browser_added": "Push notifications: browser added ({name})",
  "security.trading_key_registered": "Trading key registered: {name}",
  "security.payout_wallet_changed": "New payout wallet: {name}",
  "security.withdrawal_requested": "Withdrawal of {name} USDC requested",
  "security.account_deleted": "Account deleted",
  other: "Account update",
} as const satisfies MessageFile;

export default messages;
