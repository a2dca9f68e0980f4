import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/assistant-controls.ts";

const messages: Translation<typeof english> = {
  pauseTitle: "Alle Assistenten anhalten",
  pauseText:
    "MCP-Schlüssel und verbundene Apps können dann weder lesen noch vorschlagen, und Bots können nichts vorschlagen. Getrennt wird nichts.",
  pausedTitle: "Alle Assistenten sind angehalten",
  pausedText:
    "MCP-Schlüssel und verbundene Apps erhalten einen Fehler, der das sagt, und kein Programm kann Orders vorschlagen.",
  pausedSince: "Angehalten",
  pause: "Alle anhalten",
  resume: "Fortfahren",

  defaultTitle: "Limits für alle übrigen Assistenten",
  defaultText:
    "Sie gelten für jeden Schlüssel, jede App und jeden Bot ohne eigene Limits, auch für später verbundene. Die Summe in 24 Stunden zählt für alle zusammen.",
  noDefault:
    "Keine gesetzt: Ein neuer Assistent darf Orders jeder Größe vorschlagen. Signiert wird trotzdem jede einzeln.",
  byDefault: "Darf vorschlagen, wie alle ohne eigene Limits:",
  mayPropose: "Darf vorschlagen:",
  noLimits: "Die Vorschläge haben keine Limits. Signiert wird trotzdem jeder einzeln.",
  inAllMarkets: "alle Märkte",
  inMarkets: "{markets}",
  mostEach: "je höchstens {amount} USDC",
  mostDay: "{amount} USDC in 24 Stunden, davon {used} verbraucht",
  setLimits: "Limits setzen",
  limitsHelp:
    "Vorschläge über diesen Limits werden abgelehnt, bevor sie erscheinen. Das Stornieren einer Order ist in diesen Märkten immer erlaubt.",
  markets: "Märkte",
  allMarkets: "Alle Märkte",
  noMarket: "Bitte mindestens einen Markt wählen.",
  each: "Größter Vorschlag, USDC",
  eachHint: "Leer: jede Größe",
  day: "Summe in 24 Stunden, USDC",
  dayHint: "Leer: jede Summe. Abgelehnte und abgelaufene Vorschläge zählen nicht.",
  notAmount: "Bitte einen Betrag eingeben, etwa 500.",
  save: "Limits speichern",
  saving: "Wird gespeichert …",
  limitsSaved: "Limits gespeichert. Sie gelten ab dem nächsten Vorschlag.",

  reads: "Was gelesen und vorgeschlagen wurde",
  readsHelp:
    "Die letzten 30 Tage (UTC), um einige Sekunden verzögert. Die Inhalte werden nicht aufbewahrt.",
  readsLoading: "Liste wird geladen",
  readsNone: "Nichts in 30 Tagen.",
  what: "Was",
  times: "Anzahl",
  lastTime: "Zuletzt",
};

export default messages;
