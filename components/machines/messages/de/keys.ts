import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/keys.ts";

const messages: Translation<typeof english> = {
  state_active: "Aktiv",
  state_expiring: "Läuft bald ab",
  state_expired: "Abgelaufen",
  state_revoked: "Widerrufen",
  live: "Aktive Schlüssel",
  dead: "Inaktive Schlüssel",
  lastUsedBy: "von {address} durch {agent}",
  unknownAgent: "ein Programm ohne Namen",
  revokeUsed:
    "Zuletzt benutzt {time}, von {address} durch {agent}. Das funktioniert dann nicht mehr.",
  revokeUnused: "Diesen Schlüssel hat noch nichts benutzt.",
  copied: "Kopiert: {what}",
  copiedShort: "Kopiert",
  copyFailed: "Der Browser hat das Kopieren nicht erlaubt. Bitte den Text markieren und kopieren.",
  saved: "Ich habe es gespeichert",
  notSaved:
    "Bitte zuerst speichern und das Kästchen ankreuzen: Ein zweites Mal wird es nicht angezeigt.",
  test: "Schlüssel testen",
  testing: "Wird getestet…",
  testFailed: "Er wurde abgelehnt: {reason}",
  snippets: "Zum Einfügen",
  usage: "Anfragen der letzten 30 Tage",
  usageOf: {
    one: "{count} Anfrage in 30 Tagen, {refused} abgelehnt",
    other: "{count} Anfragen in 30 Tagen, {refused} abgelehnt",
  },
  usageNone: "Keine Anfragen in 30 Tagen",
  usageFailed: "Die Nutzung dieses Schlüssels konnte nicht gelesen werden.",
  usageLoading: "Nutzung dieses Schlüssels wird gelesen",
  usageOk: "Angenommen",
  outcome: "Ergebnis",
  requests: "Anfragen",
  wrongEndpoint: "Dieser Schlüssel wurde am {time} an {path} vorgezeigt. Er öffnet nur {endpoint}.",
  wrongEndpointCount: {
    one: "Insgesamt {count} Mal.",
    other: "Insgesamt {count} Mal.",
  },

  name: "Name",
  createAction: "Schlüssel erstellen",
  creating: "Wird erstellt…",
  nameMissing: "Ein Name ist nötig, an dem der Schlüssel zu erkennen ist.",
  rename: "Umbenennen",
  renameOf: "{name} umbenennen",
  renameTitle: "„{name}“ umbenennen",
  renaming: "Wird umbenannt…",
  rotate: "Ersetzen",
  rotateOf: "{name} ersetzen",
  revokeOf: "{name} widerrufen",
  replacedEnds: "Ersetzt, endet {day} um {time}",
  revokeNow: "Jetzt widerrufen",
  revokeNowOf: "Jetzt widerrufen: {name}, schon ersetzt",
  revokeAllWhen: "Ist ein Schlüssel in fremde Hände geraten?",
  revokeAllHint:
    "Wenn unklar ist, welcher: alle widerrufen. Vorher wird angezeigt, was dann nicht mehr funktioniert.",
  revokeAll: "Alle widerrufen",
  revokeAllTitle: "Alle Schlüssel widerrufen?",
  revokeAllText: {
    one: "{count} Schlüssel endet sofort, und was ihn benutzt, funktioniert nicht mehr:",
    other: "{count} Schlüssel enden sofort, und was sie benutzt, funktioniert nicht mehr:",
  },
  revokeAllThen: {
    one: "Die nächste Anfrage damit wird abgelehnt. Das lässt sich nicht zurücknehmen.",
    other: "Die nächsten Anfragen damit werden abgelehnt. Das lässt sich nicht zurücknehmen.",
  },
  revokeAllKey: "{name}: zuletzt benutzt {time} durch {agent}",
  webhooksStay:
    "Diese Webhooks wurden damit angelegt oder geändert und bleiben. Bitte ihre URLs prüfen:",
  revokeAllUnused: "{name}: noch nicht benutzt",
  revokedAll: {
    one: "{count} Schlüssel ist widerrufen.",
    other: "{count} Schlüssel sind widerrufen.",
  },
};

export default messages;
