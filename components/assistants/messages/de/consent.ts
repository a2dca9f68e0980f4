import type english from "#components/assistants/messages/en/consent.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  pageTitle: "App verbinden",
  title: "„{name}“ verbinden?",
  of: "von {host}",

  badge_verified: "Geprüft",
  badge_domain_verified: "Domain geprüft",
  badge_unverified: "Ungeprüft",
  badgeText_verified: "Wir wissen, wer diese App herstellt.",
  badgeText_domain_verified:
    "{host} beschreibt diese App, und dorthin wird weitergeleitet. Wer dahintersteht, haben wir nicht geprüft.",
  badgeText_unverified:
    "Niemand hat diese App geprüft: Den Namen hat sie sich selbst gegeben. Nur fortfahren, wenn der Vorgang selbst begonnen wurde.",

  backTitle: "Weiterleitung",
  back_https: "Zur Website {host}",
  back_scheme: "Zu einer App auf diesem Gerät, die {host}-Links öffnet",
  warning_loopback:
    "Das ist ein Programm auf diesem Computer. Welches, lässt sich nicht prüfen. Fortfahren sollte nur, wer es gerade selbst gestartet hat und ihm vertraut.",
  warning_custom_scheme:
    "Jede App auf diesem Gerät kann solche Links für sich beanspruchen. Nur fortfahren, wenn der Vorgang eben erst aus der App selbst begonnen wurde.",
  warning_imitates_service:
    "Der Name sieht aus wie unserer, aber diese App ist nicht von uns. Bitte sehr vorsichtig sein.",
  warning_mixed_scripts:
    "Der Name mischt Buchstaben mehrerer Alphabete. So tarnen sich oft Nachahmungen anderer Apps.",
  warning_new_client: "Diese App hat sich hier vor weniger als einem Tag registriert.",

  signedInAs: "Angemeldet als",
  switchAccount: "Anderes Konto benutzen",

  scopesTitle: "Was sie darf",
  extends: "Diese App ist verbunden und möchte mehr. Erlauben ersetzt diese Verbindung.",
  scopesHint: "Auf Wunsch auch das Folgende. Nur ankreuzen, was die App dürfen soll.",
  "scope_read:market": "Die Märkte sehen",
  "can_read:market": "Preise, Charts, Orderbücher und die Suche nach Assets.",
  "cannot_read:market": "Das Konto sieht sie damit nicht.",
  "scope_read:points": "Die Punkte sehen",
  "can_read:points": "Wie viele es sind und für welche Swaps es sie gab.",
  "cannot_read:points": "Ausgeben oder ändern kann sie die Punkte nicht.",
  "scope_read:chat": "Guthaben, Positionen, offene Orders und private Notizen lesen",
  "can_read:chat":
    "Guthaben, Positionen und offene Orders der Wallets, mit gekürzten Adressen. Außerdem die Notizen und Vorlieben für Assistenten.",
  "cannot_read:chat": "Ändern kann sie nichts davon.",
  "scope_trade:execute": "Orders vorschlagen",
  "can_trade:execute":
    "Sie schickt Orders zur Prüfung. Platziert wird nur, was hier innerhalb von fünf Minuten freigegeben und signiert wird. Preisalarme kann sie setzen und löschen.",
  "cannot_trade:execute":
    "Orders platzieren, signieren oder freigeben kann sie nicht, und auszahlen auch nicht.",
  nothingTicked: "Bitte mindestens eines anhaken, oder ablehnen.",

  neverGets: "Passwort, Wallet und Schlüssel bekommt sie nie, und Geld bewegen kann sie nicht.",
  lasts: "Die Verbindung hält höchstens 30 Tage. Danach muss die App neu fragen.",
  disconnect:
    "Sie lässt sich jederzeit trennen, unter {page}: Der nächste Aufruf der App wird dann abgelehnt.",
  connectedApps: "Verbundene Apps",

  approve: "Erlauben",
  deny: "Ablehnen",

  again_account:
    "Es wurde nichts entschieden: Jetzt ist ein anderes Konto angemeldet als beim Anzeigen der Seite. Bitte unten prüfen, welches, und erneut antworten.",
  again_session:
    "Es wurde nichts entschieden: Seit dem Anzeigen der Seite gab es eine neue Anmeldung. Bitte erneut antworten.",
  again_nothing:
    "Es wurde nichts entschieden: Es war nichts angehakt. Zum Erlauben bitte mindestens eines anhaken, sonst ablehnen.",

  signInTitle: "Zum Fortfahren anmelden",
  signInText:
    "„{name}“ möchte mit einem Konto hier verbunden werden. Nach der Anmeldung ist zu sehen, was die App möchte, und dann wird entschieden. Die Anmeldung allein verbindet nichts.",
  signInOrLeave:
    "Wer das nicht selbst begonnen hat, schließt diese Seite. Verbunden wird dann nichts.",

  expiredTitle: "Dieser Link ist abgelaufen",
  expiredText:
    "Er wurde schon beantwortet, ist zu alt oder wurde in einem anderen Browser begonnen. Wurde gerade zugestimmt, ist die App verbunden: einfach zu ihr zurückgehen. Sonst die Verbindung dort neu beginnen.",
  expiredSafe:
    "Das Öffnen dieser Seite hat nichts geändert. Was verbunden ist, steht unter {page}.",
  toStart: "Zur Startseite",
};

export default messages;
