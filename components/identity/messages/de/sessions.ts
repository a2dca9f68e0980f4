import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/identity/messages/en/sessions.ts";

const messages: Translation<typeof english> = {
  title: "Sitzungen",
  intro:
    "Wo das Konto angemeldet ist. Eine Sitzung dauert 24 Stunden; eine abgemeldete endet bei ihrer nächsten Anfrage.",
  loading: "Die Sitzungen werden geladen",
  thisDevice: "Dieses Gerät",
  unknownDevice: "Unbekanntes Gerät",
  browserOn: "{browser} auf {system}",
  kind_wallet: "Mit Wallet",
  kind_email: "Mit E-Mail-Link",
  kind_oidc: "Mit Identitätsanbieter",
  kind_external: "Mit dem Token eines Partners",
  firstUsed: "Zuerst benutzt",
  endOf: "Abmelden: {device}",
  endOthers: "Alle anderen Geräte abmelden",
  endAll: "Überall abmelden",
  endTitle: "Dieses Gerät abmelden?",
  endText:
    "Es wird bei seiner nächsten Anfrage abgemeldet. Das lässt sich nicht rückgängig machen; dort ist eine neue Anmeldung nötig.",
  endOthersTitle: "Alle anderen Geräte abmelden?",
  endOthersText: "Nur dieser Browser bleibt angemeldet. Das lässt sich nicht rückgängig machen.",
  endAllTitle: "Überall abmelden?",
  endAllText:
    "Alle Geräte werden abgemeldet, auch dieses. Schlüssel von Bots und Assistenten gelten weiter; sie werden auf ihren eigenen Seiten widerrufen.",
  ended: "Das Gerät ist abgemeldet.",
  endedOthers: "Alle anderen Geräte sind abgemeldet.",
};

export default messages;
