import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  "partner.level_up": "Partnerstufe {to} erreicht",
  "partner.level_down": "Partnerstufe auf {to} gefallen",
  "partner.level_falls_72h": "Die Partnerstufe sinkt innerhalb von 72 Stunden auf {to}",
  "partner.level_falls_24h": "Die Partnerstufe sinkt innerhalb von 24 Stunden auf {to}",
  "partner.settlement_paid": "Auszahlung an den Partner von {amount} USDC ausgeführt",
  "partner.settlement_failed": "Auszahlung an den Partner von {amount} USDC fehlgeschlagen",
  "agentic.executed": "Order platziert: {order}",
  "agentic.refused": "Order abgelehnt: {order}",
  "webhook.paused": "Webhook angehalten: {webhook}",
  "security.session_opened": "Anmeldung mit neuem Browser. Nicht Sie? Überall abmelden.",
  "security.identity_linked": "Anmeldemethode hinzugefügt: {name}",
  "security.identity_unlinked": "Anmeldemethode entfernt: {name}",
  "security.mcp_key_created": "Neuer MCP-Schlüssel: {name}",
  "security.mcp_key_rotated": "MCP-Schlüssel ersetzt: {name}",
  "security.bot_key_created": "Neuer Bot-Schlüssel: {name}",
  "security.app_connected": "App verbunden: {name}",
  "security.app_token_reused":
    "App getrennt: {name}. Ein schon verwendetes Token wurde noch einmal gesendet.",
  "security.assistants_paused": "Alle Assistenten sind angehalten",
  "security.assistants_resumed": "Assistenten können wieder handeln",
  "security.proposal_limits_set": "Limits geändert: {name}",
  "security.default_limits_set": "Limits aller übrigen Assistenten geändert",
  "security.push_browser_added": "Benachrichtigungen: Browser hinzugefügt ({name})",
  "security.trading_key_registered": "Handelsschlüssel registriert: {name}",
  "security.payout_wallet_changed": "Neue Wallet für Auszahlungen: {name}",
  "security.withdrawal_requested": "Auszahlung von {name} USDC verlangt",
  "security.account_deleted": "Konto gelöscht",
  other: "Neuigkeiten zum Konto",
};

export default messages;
