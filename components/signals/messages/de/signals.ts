import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/signals/messages/en/signals.ts";

const messages: Translation<typeof en> = {
  title: "Signale",
  intro:
    "Regelbasierte Signale mit vollständiger Bilanz. Keine Beratung; es werden keine Orders aufgegeben.",
  signal: "Signal",
  allSignals: "Alle Signale",
  notFound: "Signal nicht gefunden",
  notFoundDetail: "Unter dieser Adresse gibt es kein Signal.",

  active: "Aktive Signale",
  ended: "Beendete Signale",
  judgedUntil: "Stand: {time}",
  none: "Keine aktiven Signale",
  noneDetail: "Ein Signal erscheint hier, sobald eine Regel greift.",
  noneYet: "Noch keine Signale",
  noneYetDetail: "Drei Regeln erzeugen Signale:",
  how_drift:
    "Der Kurs bewegt sich ungewöhnlich, und die Ursache ist gefunden: Die Bewegung kann weitergehen.",
  how_cascade: "Liquidationen treiben den Kurs und hören dann auf: Der Kurs kann umkehren.",
  how_surprise:
    "Wirtschaftsdaten weichen stark von der Prognose ab: Bitcoin kann ihnen eine Stunde lang folgen.",
  noneYetShadow:
    "Neue Regeln beginnen im Test. Sie bleiben dort, bis mindestens 30 Signale beendet sind und die Regel besser ist als ein Münzwurf.",
  noneEnded: "Noch keine Signale beendet",
  noneEndedDetail: "Signale werden an den folgenden Minutenschlusskursen gemessen.",
  older: "Ältere laden",
  measured: "Im Test",
  measuredDetail:
    "Regeln, die über mindestens 30 beendete Signale noch nicht besser waren als ein Münzwurf. Bitte nicht danach handeln.",
  noneMeasured: "Keine Signale im Test",

  rule_drift: "Fortsetzung",
  rule_cascade: "Umkehr",
  rule_surprise: "Überraschung",
  shadow: "Im Test",
  shadowHelp:
    "Die Regel war über mindestens 30 beendete Signale noch nicht besser als ein Münzwurf. Bitte nicht danach handeln.",
  simulated: "simuliert",
  simulatedHelp: "Beruht auf simulierten Daten.",
  state_active: "Aktiv",
  state_invalidated: "Ungültig",
  state_reached: "Ziel erreicht",
  state_expired: "Abgelaufen",
  entry: "Einstieg",
  invalidation: "Ungültig ab",
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
    "Der Kurs hat sich um {size} bewegt. Ein Katalysator erklärt die Bewegung mit {share} Wahrscheinlichkeit.",
  reason_cascade: "Der Kurs hat sich unter Liquidationen um {size} bewegt und sich dann beruhigt.",
  reason_cascade_share:
    "Der Kurs hat sich um {size} bewegt und sich dann beruhigt. Liquidationen machten {share} des Volumens aus.",
  reason_surprise:
    "{name} wich um {value} von der Prognose ab, das {z}-Fache der üblichen Abweichung.",
  reason_surprise_period:
    "{name} für {period} wich um {value} von der Prognose ab, das {z}-Fache der üblichen Abweichung.",
  reason_record_none: "Noch kein früheres Signal dieser Regel ist beendet.",
  reason_record: {
    one: "{hits} von {count} früheren Signal dieser Regel war richtig.",
    other: "{hits} von {count} früheren Signalen dieser Regel waren richtig.",
  },
  kind_fomc: "Der Zins der Fed",
  kind_rate_decision: "Ein Leitzins",
  kind_cpi: "CPI",
  kind_nfp: "NFP",
  kind_pce: "PCE",
  kind_ppi: "PPI",
  kind_ism: "ISM",
  kind_gdp: "BIP",
  kind_central_bank_speech: "Eine Zentralbank",
  kind_regulator_crypto: "Eine Aufsicht",
  toMove: "Kursbewegung ansehen",
  toCatalyst: "Katalysator ansehen",
  toCalendar: "Kalender ansehen",
  prepare: "Order vorbereiten",
  prepareFor: "Order vorbereiten aus diesem Signal: {direction} {market}",
  prepareHint:
    "Öffnet eine Order mit Richtung, Stop-Loss und Take-Profit dieses Signals. Ohne Signatur wird nichts gesendet.",

  record: "Bilanz",
  recordIntro:
    "Jedes Signal bleibt mit seinem Ergebnis hier, auch Signale im Test. Ergebnisse werden nie geändert.",
  emitted: "Veröffentlicht",
  noRecord: "Noch keine Zahlen: Kein Signal ist beendet.",
  ofSignals: "Signale",
  ofMomentum: "Momentum",
  ofCoin: "Münzwurf",
  compared: "Vergleich",
  column_ended: "Beendet",
  column_right: "Trefferquote",
  column_mean: "Durchschnitt",
  column_brier: "Brier",
  activeCount: "{count} aktiv",
  meaning: "Was die Zahlen bedeuten",
  meaning_right:
    "Trefferquote: der Anteil der beendeten Signale mit Gewinn. Ziel und Ungültigkeitsmarke liegen gleich weit vom Einstieg; ein Münzwurf gewinnt also in der Hälfte der Fälle.",
  meaning_mean:
    "Durchschnitt: das durchschnittliche Ergebnis in R. 1 R ist der Abstand vom Einstieg zur Ungültigkeitsmarke, also das Risiko eines Signals. Gebühren sind nicht enthalten.",
  meaning_brier:
    "Brier: die Bewertung der Überzeugung am Ergebnis. 0 ist perfekt; wer immer 50 % sagt, erhält 0,25. Niedriger ist besser.",
  meaning_momentum:
    "Momentum folgt der Richtung der Stunde vor jedem Signal, mit denselben Abständen und derselben Frist. Eine Regel, die nicht besser ist als Momentum und Münzwurf, hat keinen Vorteil.",
  meaning_few: "Wenige beendete Signale beweisen nichts.",

  // Pictures
  pictureLevels: "Einstieg {entry}, Ziel {target}, Abbruch {invalidation}.",
  pictureEnd: "{state} um {time}: Schluss {close}, {result}.",
  calibration: "Zuversicht und Ergebnis",
  asText: "Als Text zeigen",
  curve: "Summe",
  meaning_calibration:
    "Zuversicht und Ergebnis: Jeder Kreis ist eine Gruppe von Signalen, größer bei mehr Signalen. Nach rechts steht die genannte Zuversicht, nach oben der Anteil, der richtig war. Auf der gestrichelten Linie sind beide gleich.",
  meaning_curve:
    "Summe: alle Ergebnisse in R, Signal für Signal addiert. Die gestrichelte Linie ist null.",
  calibrationBin: {
    one: "Bei {conviction}: {hits} von {count} Signal war richtig.",
    other: "Bei {conviction}: {hits} von {count} Signalen waren richtig.",
  },
  curvePicture: {
    one: "Nach {count} Signal: {last}. Zwischen {low} und {high}.",
    other: "Nach {count} Signalen: {last}. Zwischen {low} und {high}.",
  },
  curveCount: {
    one: "{count} Signal.",
    other: "{count} Signale.",
  },
};

export default messages;
