import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  intro:
    "Apps und Assistenten, die mit dem handeln, was ihnen erlaubt wurde. Nach dem Trennen wird der nächste Aufruf abgelehnt.",
  loading: "Die verbundenen Apps werden gelesen",
  connect: "Assistent verbinden",

  emptyTitle: "Keine verbundenen Apps",
  emptyText:
    "Claude, Cursor, VS Code und andere Assistenten können die Märkte ansehen und, wenn es erlaubt wird, Orders vorschlagen. Vor dem Verbinden ist zu sehen, was jede App möchte.",
  emptySafe:
    "Keine von ihnen kann eine Order platzieren oder Geld bewegen: Jede Order wird hier freigegeben und signiert.",

  live: "Verbunden",
  ended: "Kürzlich getrennt",
  endedHint: "Nach ihrem Ende noch 30 Tage zu sehen.",
  state_active: "Verbunden",
  state_expired: "Abgelaufen",
  state_revoked: "Getrennt",
  may: "Darf",
  sentBackTo: "Rückweg nach {host}",
  connected: "Verbunden",
  until: "Bis",
  endedAt: "Beendet",
  firstUsed: "Zuerst benutzt",
  lastUsed: "Zuletzt benutzt",
  revoke: "Trennen",
  revokeOf: "{name} trennen",
  revokeTitle: "„{name}“ trennen?",
  revokeText:
    "Der nächste Aufruf wird abgelehnt, und neue Orders kann sie nicht mehr vorschlagen. Zum erneuten Benutzen muss sie aus der App neu verbunden werden.",
  revokeWaiting:
    "Von ihr vorgeschlagene Orders, die noch auf Antwort warten, werden zurückgezogen.",
  revoked: "Getrennt. Der nächste Aufruf wird abgelehnt.",

  keysTitle: "Auch MCP-Schlüssel dürfen handeln",
  keysText: {
    one: "{count} gültiger Schlüssel liest, was das Konto lesen kann; {orders} davon dürfen Orders vorschlagen.",
    other:
      "{count} gültige Schlüssel lesen, was das Konto lesen kann; {orders} davon dürfen Orders vorschlagen.",
  },
  keysNone:
    "Es gibt keinen gültigen Schlüssel. Ein Schlüssel ist ein Geheimnis für ein eigenes Programm.",
  keysLink: "Zu den MCP-Schlüsseln",
};

export default messages;
