import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  state_active: "Aktiv",
  state_expiring: "Läuft bald ab",
  state_expired: "Abgelaufen",
  state_revoked: "Widerrufen",
  live: "Gültige Schlüssel",
  dead: "Beendete Schlüssel",
  lastUsedBy: "von {address} durch {agent}",
  unknownAgent: "ein Programm ohne Namen",
  revokeUsed:
    "Zuletzt benutzt {time}, von {address} durch {agent}. Das funktioniert dann nicht mehr.",
  revokeUnused: "Diesen Schlüssel hat noch nichts benutzt.",
  never: "nie",
  copy: "Kopieren",
  copyOf: "{what} kopieren",
  copied: "Kopiert: {what}",
  copiedShort: "Kopiert",
  copyFailed: "Der Browser hat das Kopieren nicht erlaubt. Bitte den Text markieren und kopieren.",
  once: "Dies wird nur einmal angezeigt. Wer es hat, kann den Schlüssel benutzen.",
  saved: "Ich habe es gespeichert",
  notSaved:
    "Bitte zuerst speichern und das Kästchen ankreuzen: Ein zweites Mal wird es nicht angezeigt.",
  done: "Schließen",
  snippets: "Zum Einfügen",
  usage: "Anfragen der letzten 30 Tage",
  usageOf: {
    one: "{count} Anfrage in 30 Tagen, {refused} abgelehnt",
    other: "{count} Anfragen in 30 Tagen, {refused} abgelehnt",
  },
  usageNone: "Keine Anfragen in 30 Tagen",
  usageFailed: "Die Nutzung dieses Schlüssels konnte nicht gelesen werden.",
  usageLoading: "Nutzung dieses Schlüssels wird gelesen",
  usageOk: "Beantwortet",
  outcome: "Ergebnis",
  requests: "Anfragen",
  wrongEndpoint: "Dieser Schlüssel wurde am {time} an {path} vorgezeigt. Er öffnet nur {endpoint}.",
  wrongEndpointCount: {
    one: "Insgesamt {count} Mal.",
    other: "Insgesamt {count} Mal.",
  },
};

export default messages;
