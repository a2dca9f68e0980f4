import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  "partner.level_up": "Partner level {to} reached",
  "partner.level_down": "Partner level fell to {to}",
  "partner.level_falls_72h": "Your partner level falls to {to} in three days",
  "partner.level_falls_24h": "Your partner level falls to {to} in a day",
  "partner.settlement_paid": "Partner payout of {amount} USDC was paid",
  "partner.settlement_failed": "Partner payout of {amount} USDC failed",
  "agentic.executed": "Order placed: {order}",
  "agentic.refused": "Order refused: {order}",
  "webhook.paused": "Webhook paused: {origin}",
  other: "News of your account",
} as const satisfies MessageFile;

export default messages;
