import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/venue-keys.ts";

const messages: Translation<typeof english> = {
  noWallet: "Dieses Konto hat keine Wallet.",
  noWalletDetail:
    "Schlüssel am Handelsplatz gehören zum Konto einer Wallet; ihre Signatur erstellt und widerruft sie. Bitte zuerst eine Wallet verknüpfen.",
  title: "Schlüssel für Anfragen",
  intro:
    "Ein Schlüssel für den Handelsplatz sagt diesem, wessen Anfragen es sind. Dieser Dienst hält einen für das Konto; eigene Programme können weitere haben.",
  kept: "Der Handelsplatz bewahrt von jedem Schlüssel nur einen Fingerabdruck (Hash) auf. Dieser Dienst bewahrt seinen eigenen verschlüsselt auf und zeigt ihn nie an.",
  mayTitle: "Er darf",
  mayRead: "Guthaben, Positionen, Orders und Ausführungen lesen",
  mayCarry: "überbringen, was die Wallet oder ein Handelsschlüssel signiert hat",
  mayNotTitle: "Er darf nicht",
  mayNotSign: "signieren: ohne Signatur entsteht keine Order und bewegt sich nichts",
  mayNotKeys: "Schlüssel erstellen oder widerrufen",
  none: "Es gibt noch keinen Schlüssel für den Handelsplatz: hier kann weder gelesen noch gehandelt werden. Eine Signatur der Wallet erstellt ihn.",
  loading: "Schlüssel für den Handelsplatz werden gelesen …",
  held: "hier gehalten",
  heldHint:
    "Mit ihm handelt dieser Dienst. Ohne ihn ruht der Handel hier, bis er wieder freigeschaltet ist.",
  never: "nie",
  pinnedTo: "Gebunden an den Schlüssel",
  unnamed: "Ohne Namen",
  revokeNamed: "Schlüssel für den Handelsplatz {label} widerrufen",
  nameFixed: "Ein Schlüssel behält seinen Namen: Die Wallet hat ihn beim Erstellen mitsigniert.",
  revokeHint:
    "Zum Widerrufen ist eine Signatur der Wallet nötig. Die nächste Anfrage mit dem Schlüssel wird abgelehnt.",
  revokeTitle: "Schlüssel für den Handelsplatz widerrufen",
  revokeSummary:
    "Anfragen mit diesem Schlüssel werden danach abgelehnt. Offene Orders bleiben offen.",
  revokeHeldSummary:
    "Es ist der Schlüssel, den dieser Dienst hält: er kann danach für dieses Konto nichts lesen und nicht handeln, bis der Handel wieder freigeschaltet ist. Offene Orders bleiben am Handelsplatz offen.",
  revoked: "Der Schlüssel für den Handelsplatz ist widerrufen.",
  revokedHeld:
    "Der Schlüssel für den Handelsplatz ist widerrufen. Der Handel ruht hier, bis er wieder freigeschaltet ist.",
  notRevoked: "Der Schlüssel für den Handelsplatz wurde nicht widerrufen: {reason}",
  unknown: "Es kam keine Antwort: die Liste zeigt, ob der Schlüssel widerrufen ist.",
  signersTitle: "Handelsschlüssel",
  signersIntro:
    "Ein Handelsschlüssel signiert Orders anstelle der Wallet. Er darf sie aufgeben, ändern und stornieren, aber keine Gelder bewegen und keine anderen Schlüssel zulassen.",
  signersKept:
    "Seine private Hälfte bleibt in diesem Browser. Der Handelsplatz kennt nur die öffentliche.",
  signersNeedKey:
    "Zuerst den Handel freischalten: ohne Schlüssel für den Handelsplatz lassen sich die Handelsschlüssel nicht lesen.",
  foreign: "Die Antwort galt einem anderen Konto. Von ihr wird nichts gezeigt.",
};

export default messages;
