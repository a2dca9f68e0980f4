import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/pushes/messages/en/pushes.ts";

const messages: Translation<typeof english> = {
  title: "Benachrichtigungen",
  intro:
    "Eigener Handel, Freigaben, Kalendertermine und große Kursbewegungen. Sie erscheinen unter der Glocke, und nach dem Einschalten auch auf diesem Gerät.",
  loading: "Einstellungen werden geladen",
  loadingBrowsers: "Browser werden geladen",

  thisBrowser: "Dieser Browser",
  state_unsupported: "Dieser Browser kann keine Benachrichtigungen empfangen.",
  state_insecure: "Benachrichtigungen brauchen eine sichere Verbindung (HTTPS).",
  state_denied:
    "Benachrichtigungen dieser Website sind blockiert. Sie lassen sich in den Einstellungen des Browsers erlauben; danach die Seite neu laden.",
  state_default:
    "Benachrichtigungen sind aus. Der Browser fragt beim Einschalten nach der Erlaubnis.",
  state_granted: "Benachrichtigungen sind aus. Der Browser erlaubt sie dieser Website bereits.",
  state_on: "Dieser Browser empfängt Benachrichtigungen, auch wenn diese Seite geschlossen ist.",
  state_unknown: "Der Browser wird geprüft",
  turnOn: "Einschalten",
  turnOff: "Ausschalten",
  turningOn: "Wird eingeschaltet…",
  notTurnedOn: "Der Push-Dienst des Browsers hat abgelehnt. Später noch einmal versuchen.",
  sendTest: "Test senden",
  sendTestTo: "Test an {browser} senden",
  test_sent: "Der Test wurde gesendet.",
  test_gone: "Das Abonnement dieses Browsers ist beendet, er wurde daher entfernt.",
  test_refused: "Der Push-Dienst hat den Test abgelehnt.",
  test_refusedLocal:
    "Der Push-Dienst hat den Test abgelehnt. Der von Apple tut das, bis der Betreiber in MAIL_FROM oder in BASE_URL mit https einen öffentlichen Host angibt.",
  test_failed: "Der Push-Dienst hat nicht geantwortet.",

  browsers: "Browser mit Benachrichtigungen",
  browsersCount: "{count} von {most}",
  noBrowsers: "Noch kein Browser",
  noBrowsersText:
    "Benachrichtigungen werden in jedem Browser eingeschaltet, in dem sie erscheinen sollen.",
  here: "Dieser Browser",
  added: "Hinzugefügt",
  lastSent: "letzte Benachrichtigung",
  neverSent: "noch keine Benachrichtigung",
  remove: "Entfernen",
  removeOf: "{browser} entfernen",
  removed: "Entfernt.",
  unknownBrowser: "Unbekannter Browser",
  browserOn: "{browser} auf {system}",

  kinds: "Was ankommt",
  approval: "Freigaben",
  approvalText:
    "Ein Assistent, eine App oder ein Bot schlägt eine Order vor. Die Frist beträgt fünf Minuten.",
  mailApproval: "Auch per E-Mail",
  mailText:
    "Standardmäßig aus. Die Mail kommt binnen Sekunden, nennt die Frist und führt zur Order. Freigeben kann sie die Order nicht.",
  noAddress: "Das Konto hat keine E-Mail-Adresse.",
  addAddress: "Adresse hinzufügen",
  alert: "Preisalarme",
  alertText:
    "Der Markpreis eines Marktes erreicht einen selbst gewählten Preis. E-Mails sind aus, bis sie eingeschaltet werden.",
  trading: "Eigener Handel",
  tradingText:
    "Orders, Margin und Geld des Kontos. Ausführungen sind aus, bis sie eingeschaltet werden. Eine Liquidation erscheint auch in der Ruhezeit.",
  mail: "E-Mail",
  noMail: "–",
  calendar: "Kalender",
  calendarText: "24 Stunden und 30 Minuten vor einem Termin, und wenn die Zahl veröffentlicht ist.",
  market: "Märkte",
  marketText:
    "Höchstens ein Hinweis auf einen runden Kurs je Asset und Tag, und einer auf eine große Bewegung je Markt, Richtung und Tag.",
  kind: "Art",
  inbox: "In der App",
  web: "Browser",
  kindIn: "{kind}: {channel}",
  caps: "Grenzen je Tag (UTC): {trading} Benachrichtigungen je Art des eigenen Handels, {approval} über Freigaben, {alert} über Preisalarme, {calendar} aus dem Kalender, {market} zu Märkten. Weitere werden nicht gesendet.",

  quiet: "Ruhezeit",
  quietText:
    "In dieser Zeit bekommen Browser keine Benachrichtigungen, auch nicht nachträglich. Die App und E-Mails sind nicht betroffen, und eine Liquidation erscheint trotzdem.",
  quietOn: "Ruhezeit verwenden",
  from: "Von",
  until: "Bis",
  timeZone: "Zeitzone",
  quietNow: "Jetzt still",
  unsaved: "Es gibt ungespeicherte Änderungen.",
};

export default messages;
