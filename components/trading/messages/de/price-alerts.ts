import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/trading/messages/en/price-alerts.ts";

const messages: Translation<typeof english> = {
  title: "Preisalarme",
  titleHint:
    "Erreicht der Markpreis einen Alarm, kommt eine Benachrichtigung, auch wenn diese Seite geschlossen ist.",
  price: "Alarm bei",
  note: "Notiz",
  noteHint: "Optional, höchstens {most} Zeichen",
  again: "Löst erneut aus",
  againHint: "Sobald der Markpreis um 0,2 % zurückgegangen ist",
  set: "Alarm setzen",
  none: "Noch keine Preisalarme",
  noneHint:
    "Oben einen Preis eingeben. Im Chart öffnet ein Rechtsklick, langes Drücken oder die Menütaste das Menü eines Preises.",
  count: "{count} von {most}",
  failed: "Die Preisalarme konnten nicht geladen werden.",
  retry: "Aktualisieren",
  loading: "Preisalarme werden geladen",
  above: "wenn der Markpreis darauf steigt",
  below: "wenn der Markpreis darauf fällt",
  once: "Einmal",
  onceOrAgain: "{market} bei {price}: einmal oder erneut",
  againShort: "Erneut",
  waiting: "Wartet, bis der Markpreis um 0,2 % zurückgegangen ist",
  deleteOf: "Den Alarm bei {price} für {market} löschen",
  line: "Preisalarm bei {price}",
  lines: "Preisalarme im Chart",
  notified: "Alarm gesetzt: {market} bei {price}",
  deleted: "Alarm gelöscht: {market} bei {price}",
  undo: "Rückgängig",
  settings: "Benachrichtigungen einstellen",
};

export default messages;
