import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/identity/messages/en/sign-in.ts";

const messages: Translation<typeof english> = {
  title: "Anmelden",
  intro:
    "Bitte einen Weg wählen. Die erste Anmeldung legt ein Konto an. Zum Handeln ist eine Wallet nötig, die sich auch später verknüpfen lässt.",
  neverAsk:
    "Nach einer Seed-Phrase oder einem privaten Schlüssel wird hier nie gefragt, und keine Anmeldemethode kann Guthaben bewegen.",
  referred:
    "Hierher führte der Link von {code}: Ein neues Konto zahlt lebenslang {discount} % weniger Handelsgebühren.",
  referredByCode:
    "Code {code}: Ein neues Konto zahlt lebenslang {discount} % weniger Handelsgebühren.",
  haveCode: "Ich habe einen Empfehlungscode",
  otherCode: "Anderen Code verwenden",
  code: "Empfehlungscode",
  useCode: "Code verwenden",
  byWallet: "Wallet",
  byWalletHint:
    "Die Wallet signiert einmal einen Text. Später signiert sie jede Order, oder ein freigegebener Handelsschlüssel tut es.",
  chooseWallet: "Wallet wählen",
  byMail: "E-Mail",
  byMailHint: "Ein Link im Postfach meldet einmal an.",
  byProvider: "{name}",
  byProviderHint: "{name} teilt mit, wer sich anmeldet, aber nie das Passwort.",
  toProvider: "Weiter mit {name}",
  address: "E-Mail-Adresse",
  addressInvalid: "Bitte eine E-Mail-Adresse eingeben, zum Beispiel name@example.com.",
  sendLink: "Link senden",
  lookIntoMailbox: "Bitte ins Postfach sehen",
  sentTo: "Ein Link ist unterwegs an",
  sentHint:
    "Er gilt einmal und 15 Minuten lang. In diesem Browser geöffnet, führt er dorthin zurück, wo es weitergehen soll.",
  openMailbox: "Simuliertes Postfach öffnen",
  resend: "Weiteren Link senden",
  resendIn: "Weiteren Link senden in {seconds} s",
  otherAddress: "Andere Adresse",

  alreadyTitle: "Die Anmeldung besteht",
  alreadyAs: "Angemeldet ist",
  alreadyOther: "Für ein anderes Konto wird dieses hier zuerst abgemeldet.",
  otherAccount: "Anderes Konto benutzen",
  notSignedOut:
    "Der Server hat nicht geantwortet: Die Anmeldung besteht noch. Bitte erneut versuchen.",
  goOn: "Weiter",
  toTrading: "Zu den Märkten",
  doneSignedOut: "Die Abmeldung ist erfolgt.",
  doneEverywhere: "Alle Geräte sind abgemeldet.",
  doneDeleted: "Das Konto ist gelöscht und die Abmeldung erfolgt.",

  error_declined: "Der Anbieter hat die Anmeldung nicht bestätigt. Nichts wurde geändert.",
  error_provider:
    "Der Anbieter ist nicht erreichbar. Bitte erneut versuchen oder einen anderen Weg nehmen.",
  error_unfinished:
    "Die Anmeldung kam nicht zu Ende: Sie hat zu lange gedauert oder begann in einem anderen Tab. Bitte neu beginnen.",
  error_inUse: "Dieses Login gehört zu einem anderen Konto und wurde deshalb nicht verknüpft.",
  error_notLinked: "Dieses Login gehört nicht zu diesem Konto und weist hier nichts nach.",
  error_other:
    "Die Anmeldung hat nicht geklappt. Bitte erneut versuchen oder einen anderen Weg nehmen.",

  linkTitle: "Der Link",
  linkLooking: "Der Link wird geprüft",
  "ready_sign-in": "Mit diesem Link anmelden",
  ready_link: "Diese Adresse verknüpfen",
  ready_prove: "Bestätigen, wer hier ist",
  "readyText_sign-in": "Der Knopf meldet an als",
  readyText_link: "Nach dem Druck auf den Knopf öffnet auch diese Adresse das Konto:",
  readyText_prove: "Der Knopf bestätigt die Identität mit",
  "press_sign-in": "Anmelden",
  press_link: "Adresse verknüpfen",
  press_prove: "Bestätigen",
  replaces: "In diesem Browser ersetzt das die Anmeldung von",
  worksUntil: "Der Link gilt einmal, bis {time}.",
  otherBrowserTitle: "Bitte im anderen Browser öffnen",
  otherBrowserText: "Der Link gehört zu dem Konto, das ihn angefordert hat, mit",
  otherBrowserDo:
    "Hier ist niemand angemeldet. Bitte den Link kopieren und in dem Browser öffnen, in dem er angefordert wurde; er ist noch nicht verbraucht.",
  copyLink: "Link kopieren",
  linkedTitle: "Die Adresse ist verknüpft",
  linkedText: "Ab jetzt ist damit die Anmeldung möglich. Dieser Tab kann geschlossen werden.",
  provedTitle: "Bestätigt",
  provedText: "Die fragende Seite macht von selbst weiter. Dieser Tab kann geschlossen werden.",
  deadTitle: "Dieser Link gilt nicht mehr",
  deadText:
    "Er wurde schon verwendet, ist älter als 15 Minuten oder unvollständig. Bitte einen neuen anfordern.",
  usedTitle: "Dieser Link wurde schon verwendet",
  usedText:
    "Er wurde am {time} verwendet. Falls das jemand anderes war: Programme, die Mails prüfen, öffnen solche Links; deren Sitzung lässt sich unter Einstellungen → Sitzungen beenden.",
  expiredTitle: "Dieser Link ist abgelaufen",
  expiredText: "Ein Link gilt 15 Minuten.",
  anotherTo: "Ein weiterer geht auf Wunsch an",
  sendAnother: "Weiteren Link senden",
  otherWay: "Anders anmelden",
  elsewhere:
    "Diese Installation ist für {address} eingerichtet, auf ihrem eigenen Rechner. Die Anmeldung per Mail oder über einen Anbieter geht nur unter dieser Adresse, bis der Betreiber BASE_URL auf die geöffnete Adresse setzt.",
  emptyTitle: "Der Link ist unvollständig",
  emptyText:
    "Bitte noch einmal aus der E-Mail öffnen. Steht er auf zwei Zeilen, bitte beide kopieren.",
  askNewLink: "Neuen Link anfordern",
};

export default messages;
