import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/mcp-keys.ts";

const messages: Translation<typeof english> = {
  list: "MCP-Schlüssel",
  intro:
    "Mit einem MCP-Schlüssel nutzt ein Programm oder KI-Assistent den MCP-Server für dieses Konto: Preise, Positionen und Notizen lesen und, falls erlaubt, Orders vorschlagen.",
  kept: "Wir bewahren von jedem Schlüssel nur einen Fingerabdruck (SHA-256-Hash) auf und können ihn nicht noch einmal anzeigen.",
  create: "Neuer Schlüssel",
  loading: "Schlüssel werden gelesen",

  emptyTitle: "Noch keine MCP-Schlüssel",
  emptyWhat:
    "Ein MCP-Schlüssel ist ein Geheimnis, das ein Programm mit jedem Aufruf an {endpoint} sendet.",
  emptyCan:
    "Er liest Märkte, Positionen, Orders, Notizen und Punkte dieses Kontos. Er läuft nach höchstens 365 Tagen ab.",
  emptyCannot:
    "Er kann kein Geld bewegen, keine Order signieren und keine weiteren Schlüssel erstellen. Vorgeschlagene Orders bewirken nichts, bevor sie hier freigegeben und signiert sind.",
  emptyBot: "Für einen Handelsbot, der jeden Aufruf signiert, ist ein Bot-Schlüssel gedacht.",

  nameHint: "Das Programm, das ihn benutzt, zum Wiedererkennen. Höchstens 60 Zeichen.",
  namePlaceholder: "z. B. Assistent zu Hause",
  days: "Tage bis zum Ablauf",
  presets: "Übliche Laufzeiten",
  daysPreset: { one: "{count} Tag", other: "{count} Tage" },
  daysHint: "1 bis 365. Ein kurzes Leben begrenzt, was ein verlorener Schlüssel anrichten kann.",
  daysWrong: "Ganze Tage von 1 bis 365.",
  orders: "Darf Orders vorschlagen",
  ordersHint:
    "Er darf eine Order vorschlagen; platziert wird sie erst, wenn sie hier geöffnet, gelesen und selbst signiert wurde.",
  webhooksHint:
    "Er darf Webhooks registrieren und ihre Zustellungen lesen und bestimmt damit, wohin die Ereignisse gehen.",
  webhooks: "Darf Webhooks verwalten",
  partnerRecords: "Darf Partnerdaten lesen",
  partnerRecordsHint:
    "Er darf Stufe, Empfehlungen, Verdienste, Links, Auszahlungen und Abrechnungen lesen, zum Beispiel für einen nächtlichen Import. Er ändert nichts.",
  createTitle: "Neuer MCP-Schlüssel",

  madeTitle: "Der neue MCP-Schlüssel",
  secretKeeps:
    "Jetzt kopieren: Er wird nur dieses eine Mal angezeigt. Wir bewahren nur einen Fingerabdruck (SHA-256-Hash) davon auf, daher kann ihn niemand erneut anzeigen. Wer ihn hat, kann den Schlüssel benutzen.",
  secret: "Geheimer Schlüssel",
  testOk: "Er funktioniert: {state}, bis {time}. Er darf: {scopes}.",
  testTools: { one: "{count} Werkzeug steht bereit.", other: "{count} Werkzeuge stehen bereit." },
  testNoTools: "Der MCP-Server hat seine Werkzeuge nicht aufgelistet: {reason}",
  "scope_read:chat": "Notizen und Positionen lesen",
  "scope_read:points": "Punkte lesen",
  "scope_read:market": "Preise und Märkte lesen",
  "scope_trade:execute": "Orders vorschlagen",
  snippetEnv: "Gehört in die Umgebung des Programms, nicht in den Quelltext.",
  snippetCurl: "Listet die Werkzeuge auf, die der Schlüssel aufrufen darf.",
  snippetClaude:
    ".mcp.json im Wurzelverzeichnis eines Projekts. Sie nennt die Variable; der Schlüssel bleibt in der Umgebung.",
  snippetCursor:
    "~/.cursor/mcp.json. Sie nennt die Variable; der Schlüssel bleibt in der Umgebung.",
  snippetVscode:
    ".vscode/mcp.json. VS Code fragt einmal nach dem Schlüssel und hält ihn aus der Datei heraus.",
  toConnect: "Andere Programme, und Verbinden ohne Schlüssel",
  setupTitle: "Ein Programm einrichten",
  setupText:
    "Mit {placeholder} an der Stelle des Geheimnisses, das nur beim Erstellen gezeigt wird.",

  ended: "Beendet",
  readOnly: "Liest nur",
  replaces: "Ersetzt {key}",
  addressesTitle: "Adressen und höhere Limits",
  addressesText:
    "Der Betreiber dieses Dienstes kann einen Schlüssel an bestimmte Adressen binden und sein Limit erhöhen. Bitte beim Betreiber anfragen und die Kennung des Schlüssels, die Adressen der Aufrufe und den Zweck nennen. Ein höheres Limit setzt eine Liste von Adressen voraus.",
  scopes:
    "Ein MCP-Schlüssel liest Märkte, Positionen, Orders, Notizen und Punkte. Soll eine App nur einen Teil lesen, lässt sie sich ohne Schlüssel verbinden.",
  allowed: "Erlaubt von",
  anywhere: "jeder Adresse",
  elevated: "Erhöhtes Limit",

  rotateTitle: "„{name}“ ersetzen",
  rotateText:
    "Ein neuer Schlüssel mit demselben Namen und denselben Rechten. Der alte gilt so lange weiter, wie das Umstellen dauert.",
  overlap: "Wie lange der alte Schlüssel noch gilt",
  overlap_0: "Sofort beenden",
  overlap_1: "1 Stunde",
  overlap_24: "24 Stunden",
  overlap_72: "72 Stunden",
  overlapNow:
    "Der alte Schlüssel endet sofort: Was ihn benutzt, wird abgelehnt, bis es den neuen hat.",
  rotateAction: "Neuen Schlüssel erstellen",

  revokeTitle: "„\u2068{name}\u2069“ widerrufen?",
  revokeText: "Die nächste Anfrage wird abgelehnt. Das lässt sich nicht zurücknehmen.",
  revoked: "Der Schlüssel ist widerrufen.",
};

export default messages;
