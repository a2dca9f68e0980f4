import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/docs.ts";

const messages: Translation<typeof english> = {
  title: "API-Dokumentation",
  intro: "Wie Programme diesen Dienst nutzen, mit den Adressen dieser Installation.",
  pages: "Anleitungen",
  onThisPage: "Auf dieser Seite",
  search: "Dokumentation durchsuchen",
  searchButton: "Suchen",
  matches: { one: "{count} Abschnitt gefunden", other: "{count} Abschnitte gefunden" },
  matchesOfMost: {
    one: "Kein Abschnitt enthält alle diese Wörter; {count} enthält die meisten",
    other: "Kein Abschnitt enthält alle diese Wörter; {count} enthalten die meisten",
  },
  noMatch:
    "Kein Abschnitt enthält alle diese Wörter. Weniger Wörter oder der Name eines Endpunkts helfen.",
  matchesOf: "Suche: {query}",
  language: "Die Dokumente sind auf Englisch.",
  asMarkdown: "Als Markdown",
  reference: "API-Referenz",
  referenceVenue: "Trading-API",
  referenceOperator: "Betreiber-API",
  developers: "Überblick für Entwickler",
  forMachines: "Verzeichnis für KI-Werkzeuge: llms.txt",
  codeBlock: "Code {number}",
  table: "Tabelle {number}",
  next: "Weiter: {title}",
  previous: "Zurück: {title}",
  referenceOf: "API-Referenz: {tag}",
  noKey: "kein Schlüssel",
  parameters: "Parameter",
  required: "erforderlich",
  requestBody: "Inhalt",
  exampleAnswer: "Beispiel einer Antwort",
  noAnswer: "Die Antwort hat keinen Inhalt.",
  fields: "Antwortfelder",
  refusals: "Fehler",
  tryIt: "Ausprobieren",
  send: "Senden",
  unreachable: "Keine Antwort innerhalb von 15 Sekunden.",
  answered: "Antwort",
};

export default messages;
