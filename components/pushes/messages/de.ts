import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  title: "Benachrichtigungen",
  intro:
    "Orders, die auf Freigabe warten, Veröffentlichungen aus dem Kalender und große Kursänderungen. Sie erscheinen in der Liste hinter der Glocke, und auf diesem Gerät, wenn es eingeschaltet ist.",
  loading: "Einstellungen werden geladen",
  loadingBrowsers: "Browser werden geladen",

  thisBrowser: "Dieser Browser",
  state_unsupported: "Dieser Browser kann keine Benachrichtigungen empfangen.",
  state_insecure: "Benachrichtigungen brauchen eine sichere Verbindung (https).",
  state_denied:
    "Benachrichtigungen dieser Website sind blockiert. Sie lassen sich in den Einstellungen des Browsers erlauben; danach die Seite neu laden.",
  state_default:
    "Benachrichtigungen sind aus. Der Browser fragt beim Einschalten nach der Erlaubnis.",
  state_granted: "Benachrichtigungen sind aus. Diese Website darf sie anzeigen.",
  state_on: "Dieser Browser empfängt Benachrichtigungen, auch wenn diese Seite geschlossen ist.",
  state_unknown: "Der Browser wird geprüft",
  turnOn: "Einschalten",
  turnOff: "Ausschalten",
  turningOn: "Wird eingeschaltet…",
  notTurnedOn: "Der Push-Dienst des Browsers hat abgelehnt. Später noch einmal versuchen.",
  sendTest: "Test senden",
  sendTestTo: "Test an {browser} senden",
  test_sent: "Der Test wurde gesendet.",
  test_gone: "Dieser Browser empfängt keine Benachrichtigungen mehr. Er wurde entfernt.",
  test_refused: "Der Push-Dienst hat den Test abgelehnt.",
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
    "Eine Order, die ein Assistent, eine App oder ein Bot vorschlägt, wartet fünf Minuten.",
  mailApproval: "Auch per E-Mail",
  mailText:
    "Aus, bis es gewählt wird. Die Mail kommt binnen Sekunden, nennt die Frist und führt zur Order; freigeben kann sie nichts. Sie steht auch in der Liste.",
  noAddress: "Das Konto hat keine E-Mail-Adresse.",
  addAddress: "Adresse hinzufügen",
  calendar: "Kalender",
  calendarText:
    "24 Stunden und 30 Minuten vor einer Veröffentlichung, und die Zahl, sobald sie bekannt ist.",
  market: "Märkte",
  marketText:
    "Ein runder Kurs einmal je Tag und Wert; eine große Bewegung einmal je Tag, Markt und Richtung.",
  kind: "Art",
  inbox: "Liste",
  web: "Browser",
  kindIn: "{kind}: {channel}",
  caps: "Höchstens {approval} Benachrichtigungen über Freigaben, {calendar} des Kalenders und {market} der Märkte am Tag (UTC). Weitere werden nicht gesendet.",

  quiet: "Ruhezeit",
  quietText:
    "Browser bleiben still. Was in dieser Zeit kommt, wird ihnen auch später nicht gesendet; in der Liste steht es trotzdem. E-Mails über Freigaben kommen weiterhin.",
  quietOn: "Ruhezeit einhalten",
  from: "Von",
  until: "Bis",
  timeZone: "Zeitzone",
  quietNow: "Jetzt still",
  save: "Speichern",
  saved: "Gespeichert.",
  unsaved: "Es gibt ungespeicherte Änderungen.",
};

export default messages;
