import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  title: "Signale",
  intro:
    "Wohin ein Kurs als Nächstes gehen könnte, nach festen Regeln, und wie oft jede Regel recht hatte. Ein Signal wird gemessen und nicht versprochen: Es ist kein Rat und gibt keine Order auf.",
  signal: "Signal",
  allSignals: "Alle Signale",
  loading: "Wird geladen",
  notFound: "Dieses Signal gibt es nicht",
  notFoundDetail: "Die Adresse nennt kein Signal dieses Dienstes.",

  active: "Aktive Signale",
  ended: "Beendete Signale",
  judgedUntil: "Beurteilt bis {time}",
  none: "Kein aktives Signal",
  noneDetail: "Die Regeln warten auf etwas, aus dem ein Signal folgt.",
  noneYet: "Noch keine Signale",
  noneYetDetail: "Ein Signal entsteht auf einem von drei Wegen:",
  how_drift:
    "Ein Kurs hat sich ungewöhnlich bewegt, und die Ursache wurde gefunden: Die Bewegung könnte weitergehen.",
  how_cascade:
    "Liquidierungen haben einen Kurs getrieben und aufgehört: Der Kurs könnte zurückkommen.",
  how_surprise:
    "Eine Zahl des Kalenders weicht stark von ihrer Prognose ab: Bitcoin könnte ihr eine Stunde lang folgen.",
  noneYetShadow:
    "Die ersten Signale einer Regel stehen im Schatten: Sie werden wie alle anderen beurteilt, aber niemandem gemeldet, bis die Regel gezeigt hat, dass sie oft genug recht hat.",
  noneEnded: "Noch kein Signal ist beendet",
  noneEndedDetail: "Jedes wird an den Schlusskursen der Minuten nach seiner Entstehung beurteilt.",
  older: "Ältere laden",

  long: "Long",
  short: "Short",
  rule_drift: "Fortsetzung",
  rule_cascade: "Umkehr",
  rule_surprise: "Überraschung",
  shadow: "Schatten",
  shadowHelp:
    "Die Regel hatte nicht oft genug recht. Das Signal wird beurteilt, und niemand erfährt davon.",
  simulated: "simuliert",
  simulatedHelp: "Es folgt aus etwas, das simuliert ist.",
  state_active: "Aktiv",
  state_invalidated: "Falsch",
  state_reached: "Ziel erreicht",
  state_expired: "Zeit abgelaufen",
  entry: "Einstieg",
  invalidation: "Falsch jenseits",
  target: "Ziel",
  conviction: "Überzeugung",
  horizon: "Horizont",
  hours: { one: "{count} Stunde", other: "{count} Stunden" },
  made: "Entstanden",
  horizonUntil: "{hours}, bis {time}",
  endedAt: "Beendet",
  close: "Schlusskurs",
  result: "Ergebnis",
  inRisk: "{figure} R",
  reasons: "Warum",
  reason_attributed_move:
    "Der Kurs hat sich um {size} bewegt, und ein Katalysator erklärt es mit einer Wahrscheinlichkeit von {share}.",
  reason_cascade: "Der Kurs hat sich unter Liquidierungen um {size} bewegt und wurde dann ruhig.",
  reason_cascade_share:
    "Der Kurs hat sich um {size} bewegt; {share} des Volumens waren Liquidierungen. Dann wurde er ruhig.",
  reason_surprise:
    "{name} lag um {value} neben der Prognose, das {z}-Fache der üblichen Abweichung.",
  reason_surprise_period:
    "{name} für {period} lag um {value} neben der Prognose, das {z}-Fache der üblichen Abweichung.",
  reason_record_none: "Noch kein früheres Signal dieser Regel ist beendet.",
  reason_record: {
    one: "{hits} von {count} früheren Signal dieser Regel war richtig.",
    other: "{hits} von {count} früheren Signalen dieser Regel waren richtig.",
  },
  kind_fomc: "Der Zins der Fed",
  kind_cpi: "CPI",
  kind_nfp: "NFP",
  kind_pce: "PCE",
  kind_ppi: "PPI",
  kind_ism: "ISM",
  kind_gdp: "BIP",
  kind_central_bank_speech: "Eine Zentralbank",
  kind_regulator_crypto: "Eine Aufsicht",
  toMove: "Die Bewegung",
  toCatalyst: "Der Katalysator",
  toCalendar: "Der Kalender",
  prepare: "Order vorbereiten",
  prepareFor: "Order vorbereiten aus diesem Signal: {direction} {market}",
  prepareHint:
    "Das füllt das Orderticket aus. Nichts wird gesendet, bevor Sie prüfen und signieren.",

  record: "Bilanz",
  recordIntro:
    "Jedes Signal bleibt mit seinem Ergebnis hier, auch die im Schatten. Nachträglich lässt sich nichts ändern.",
  emitted: "Gemeldet",
  noRecord: "Zahlen gibt es, sobald ein Signal beendet ist.",
  ofSignals: "Signale",
  ofMomentum: "Momentum",
  ofCoin: "Münze",
  compared: "Vergleich",
  column_ended: "Beendet",
  column_right: "Richtig",
  column_mean: "Mittel",
  column_brier: "Brier",
  activeCount: "{count} aktiv",
  meaning: "Was die Zahlen bedeuten",
  meaning_right:
    "Richtig: der Anteil der beendeten Signale mit Gewinn. Ziel und Grenze liegen gleich weit vom Einstieg, also hat eine Münze in der Hälfte der Fälle recht.",
  meaning_mean:
    "Mittel: das mittlere Ergebnis in R. 1 R ist der Abstand vom Einstieg zur Grenze: was ein Signal riskiert. Gebühren sind nicht enthalten.",
  meaning_brier:
    "Brier: wie weit die Überzeugung von dem entfernt war, was kam. 0 ist perfekt, und 0,25 erhält, wer immer 50 % sagt. Weniger ist besser.",
  meaning_momentum:
    "Momentum nimmt die Richtung der Stunde vor jedem Signal, mit demselben Abstand und derselben Zeit. Eine Regel, die nicht besser ist als Momentum oder eine Münze, weiß nichts.",
  meaning_few: "Wenige beendete Signale beweisen nichts.",
};

export default messages;
