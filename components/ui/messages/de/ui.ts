import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/ui/messages/en/ui.ts";

const messages: Translation<typeof en> = {
  fromDay: "Von",
  toDay: "Bis",
  daysDisordered: "Der letzte Tag liegt vor dem ersten.",
  loadFailed:
    "Ein Teil dieser Seite konnte nicht geladen werden. Es wurde nichts gesendet. Bitte die Seite neu laden.",
  panelFailed: "{panel} konnte nicht angezeigt werden.",
  panelFailedDetail:
    "Der Rest der Seite läuft weiter. Bereits gesendete Orders sind nicht betroffen.",
  csvHelp:
    "Alle Zeilen als Datei, jede Ziffer wie gespeichert. Ein abgebrochener Download gilt als fehlgeschlagen.",
  spreadsheet: "Tabelle",
  spreadsheetHelp:
    "Dieselben Zeilen, wie Excel und LibreOffice sie auf Deutsch öffnen: Trennzeichen, Dezimalkomma und Zeiten in UTC.",
  messages: "Meldungen",
  dismiss: "Schließen",
  showAgain: "Erneut anzeigen",
  errorId: "Fehler {id}",
  copyErrorId: "Fehler {id} kopieren",
  copied: "Kopiert.",
  copyFailed: "Kopieren nicht möglich.",
  imageFailed: "Das Bild konnte nicht erstellt werden.",
  imageSaved:
    "Das Bild wurde als Datei gespeichert: Dieser Browser erlaubt keine Bilder in der Zwischenablage.",
  imageCopied: "Das Bild wurde kopiert.",
};

export default messages;
