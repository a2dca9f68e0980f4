import type english from "#components/assistants/messages/en/connected-apps.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  intro:
    "Apps und Assistenten, die mit dem handeln, was ihnen erlaubt wurde. Nach dem Trennen wird der nächste Aufruf abgelehnt.",
  loading: "Die verbundenen Apps werden gelesen",
  connect: "Assistenten verbinden",

  emptyTitle: "Keine verbundenen Apps",
  emptyText:
    "Claude, Cursor, VS Code und andere Assistenten können die Märkte beobachten und, wenn es erlaubt wird, Orders vorschlagen. Vor dem Verbinden ist zu sehen, was jede App möchte.",
  emptySafe:
    "Keine von ihnen kann eine Order platzieren oder Geld bewegen: Jede Order wird hier freigegeben und signiert.",

  live: "Verbunden",
  ended: "Kürzlich getrennt",
  endedHint: "Nach ihrem Ende noch 30 Tage zu sehen.",
  state_active: "Verbunden",
  state_expired: "Abgelaufen",
  state_revoked: "Getrennt",
  may: "Darf",
  mayTogether: "Berechtigungen aller Verbindungen",
  might: "Durfte",
  connections: { one: "{count} Verbindung", other: "{count} Verbindungen" },
  endedConnections: { one: "{count} beendete Verbindung", other: "{count} beendete Verbindungen" },
  connectionAt: "Verbindung vom {time}",
  connectionsShown:
    "{shown} von {all} sind zu sehen. „Mehr anzeigen“ am Ende der Seite bringt die übrigen.",
  namedAlike: "Mehrere Apps heißen hier so. Die Kennung dieser App ist {id}",
  showMore: "Mehr anzeigen",
  loadingMore: "Wird geladen …",
  sentBackTo: "Rückweg nach {host}",
  connected: "Verbunden",
  until: "Bis",
  endedAt: "Beendet",
  endReason: "Grund",
  end_user: "Hier getrennt.",
  end_client: "Die App hat sich selbst getrennt.",
  end_reuse:
    "Ein Code oder Refresh-Token wurde zweimal benutzt, vielleicht nach einem Diebstahl. Bei unklarem Grund die App prüfen und neu verbinden.",
  end_replaced: "Die App wurde mit mehr Rechten neu verbunden.",
  end_expired: "Abgelaufen: Die 30 Tage sind um, oder die App hat sie nicht mehr benutzt.",
  allowMore: "Mehr erlauben",
  allow: "Erlauben",
  allowedMore: "Erlaubt. Es gilt ab dem nächsten Aufruf der App.",
  firstUsed: "Zuerst benutzt",
  revoke: "Trennen",
  revokeOf: "{name} trennen",
  revokeOneOf: "Trennen: die Verbindung vom {time}",
  revokeTitle: "„{name}“ trennen?",
  revokeOneTitle: "Eine Verbindung von „{name}“ trennen?",
  revokeText:
    "Der nächste Aufruf wird abgelehnt. Zum erneuten Benutzen muss sie aus der App neu verbunden werden.",
  revokeAllText: {
    one: "Ihre Verbindung endet.",
    other: "Alle {count} Verbindungen enden zugleich.",
  },
  revokeOneText: {
    one: "Die Verbindung vom {time} endet, und ihr nächster Aufruf wird abgelehnt. Eine weitere Verbindung dieser App bleibt.",
    other:
      "Die Verbindung vom {time} endet, und ihr nächster Aufruf wird abgelehnt. {count} weitere Verbindungen dieser App bleiben.",
  },
  revokeWaiting:
    "Von ihr vorgeschlagene Orders, die noch auf Antwort warten, werden zurückgezogen.",
  revoked: "Getrennt. Der nächste Aufruf wird abgelehnt.",
  revokedAll: {
    one: "Getrennt. {count} Verbindung ist beendet, ihr nächster Aufruf wird abgelehnt.",
    other:
      "Getrennt. {count} Verbindungen sind beendet, der nächste Aufruf jeder von ihnen wird abgelehnt.",
  },

  keysTitle: "Auch MCP-Schlüssel dürfen handeln",
  keysText: {
    one: "{count} aktiver Schlüssel kann das Konto lesen; {orders} davon dürfen Orders vorschlagen.",
    other:
      "{count} aktive Schlüssel können das Konto lesen; {orders} davon dürfen Orders vorschlagen.",
  },
  keysNone:
    "Es gibt keinen aktiven Schlüssel. Ein Schlüssel ist ein Geheimnis für ein eigenes Programm.",
  keysLink: "Zu den MCP-Schlüsseln",
};

export default messages;
