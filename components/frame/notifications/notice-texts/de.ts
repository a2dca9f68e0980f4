import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  "partner.level_up": "Partnerstufe {to} erreicht",
  "partner.level_down": "Partnerstufe auf {to} gefallen",
  "partner.level_falls_72h": "Die Partnerstufe fällt in drei Tagen auf {to}",
  "partner.level_falls_24h": "Die Partnerstufe fällt in einem Tag auf {to}",
  "partner.settlement_paid": "Auszahlung an den Partner von {amount} USDC ausgeführt",
  "partner.settlement_failed": "Auszahlung an den Partner von {amount} USDC fehlgeschlagen",
  "agentic.executed": "Order platziert: {order}",
  "agentic.refused": "Order abgelehnt: {order}",
  "webhook.paused": "Webhook angehalten: {origin}",
  other: "Neuigkeiten zum Konto",
};

export default messages;
