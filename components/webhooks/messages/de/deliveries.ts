import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/webhooks/messages/en/deliveries.ts";

/** Deliveries, their attempts and the schedule. */
const messages: Translation<typeof english> = {
  // Deliveries
  loadingDeliveries: "Zustellungen werden geladen",
  filterType: "Ereignis",
  keptFor: "Zustellungen bleiben 30 Tage gespeichert.",
  noDeliveries: "Noch keine Zustellungen",
  noDeliveriesText:
    "Einen Test senden oder auf das nächste Ereignis warten. Diese Liste aktualisiert sich von selbst.",
  noneMatch: "Keine Zustellungen für diesen Filter",
  loadMore: "Ältere Zustellungen laden",
  loadingMore: "Wird geladen…",
  backToNewest: "Zurück zu den neuesten",
  choose: "Zustellung {id} auswählen",
  attemptsOf: "Versuch {done} von {most}",
  replayChosen: {
    one: "{count} ausgewählte erneut senden",
    other: "{count} ausgewählte erneut senden",
  },
  replay: "Erneut senden",
  replayTitle: {
    one: "{count} Zustellung erneut senden?",
    other: "{count} Zustellungen erneut senden?",
  },
  replayText:
    "Derselbe Inhalt wird mit einer neuen Zustellungs-ID gesendet. created_at und dedup_key bleiben gleich, damit der Empfänger Duplikate ignorieren kann.",
  replayPaused: "Dieser Webhook ist pausiert: Gesendet wird erst nach dem Fortsetzen.",
  replayed: {
    one: "{count} Zustellung wird erneut gesendet.",
    other: "{count} Zustellungen werden erneut gesendet.",
  },
  recover: "Zeitraum nachholen",
  recoverTitle: "Zeitraum nachholen",
  recoverText:
    "Alles erneut senden, was der Empfänger in einem Zeitraum verpasst hat. Die Anzahl ist vor dem Senden zu sehen.",
  from: "Von",
  to: "Bis",
  rangeWrong: "Das Ende muss nach dem Anfang liegen.",
  recoverWhich: "Was gesendet wird",
  recover_dead: "Fehlgeschlagene Zustellungen",
  recover_canceled: "Übersprungene Zustellungen",
  recover_delivered: "Bereits zugestellte",
  recover_missing: "Ereignisse ohne Zustellung",
  recoverCount: "Zustellungen zählen",
  recoverAction: "Zustellungen senden",
  recoverMatched: { one: "{count} Zustellung gefunden.", other: "{count} Zustellungen gefunden." },
  recoverLeft: {
    one: "{count} bleibt übrig: Den Zeitraum noch einmal nachholen.",
    other: "{count} bleiben übrig: Den Zeitraum noch einmal nachholen.",
  },
  recovered: {
    one: "{count} Zustellung wird gesendet.",
    other: "{count} Zustellungen werden gesendet.",
  },

  // One delivery
  sentTo: "An",
  happened: "Zeit des Ereignisses",
  deliveryId: "Zustellungs-ID",
  replayOf: "Erneute Zustellung von",
  attempts: "Versuche",
  attemptNumber: "Versuch {number}",
  planned: "Geplant",
  afterResume: "Nach dem Fortsetzen",
  notNeeded: "Nicht nötig",
  underWay: "Läuft",
  noAttemptYet: "Noch keine Versuche.",
  skippedBefore: "Vor dem ersten Versuch übersprungen.",
  answered: "HTTP {status}",
  failure_status: "HTTP {status}",
  failure_gone: "HTTP 410 Gone",
  failure_aborted: "Vom Empfänger beendet",
  failure_disabled: "Vom Empfänger abgeschaltet",
  failure_rejected: "Vom Chatdienst nicht veröffentlicht",
  failure_timeout: "Keine Antwort innerhalb von 5 s",
  failure_no_address: "Hostname nicht gefunden",
  failure_target_refused: "Die Adresse ist nicht zugelassen",
  failure_unreachable: "Keine Verbindung",
  failure_lost: "Unterbrochen",
  remedyOf_status:
    "Nur ein Status von 200 bis 299 gilt als zugestellt. Weiterleitungen wird nicht gefolgt.",
  remedyOf_gone:
    "Der Empfänger meldet, dass es diese Adresse nicht mehr gibt. Bitte die URL ändern oder den Webhook löschen. In den Einstellungen lässt sich wählen, ob eine 410 den Webhook sofort pausiert.",
  remedyOf_aborted:
    "Der Empfänger hat mit dem Header webhook-delivery: abort-message geantwortet, daher gibt es keine weiteren Versuche.",
  remedyOf_disabled:
    "Der Empfänger hat mit dem Header webhook-delivery: disable geantwortet, daher wurde der Webhook pausiert.",
  remedyOf_rejected:
    "Der Dienst hat mit einem Erfolgsstatus geantwortet, aber laut Inhalt die Nachricht nicht veröffentlicht.",
  remedyOf_timeout:
    "Erst antworten, dann verarbeiten: Die ganze Antwort muss innerhalb von 5 s eintreffen.",
  remedyOf_no_address: "Bitte den Hostnamen in der URL und seine DNS-Einträge prüfen.",
  remedyOf_target_refused:
    "Die Adresse ist privat oder gesperrt. Der Betreiber des Dienstes kann sie zulassen.",
  remedyOf_unreachable:
    "Der Server hat die Verbindung abgelehnt oder abgebrochen, oder sein Zertifikat ist nicht vertrauenswürdig.",
  lostRuns: {
    one: "Der Dienst wurde während dieses Versuchs beendet und hat ihn wiederholt. Der Empfänger hat die Zustellung vielleicht zweimal, mit derselben ID.",
    other:
      "Der Dienst wurde während dieses Versuchs {count} Mal beendet und hat ihn wiederholt. Der Empfänger hat die Zustellung vielleicht mehrmals, mit derselben ID.",
  },
  due: "Fällig",
  began: "Begonnen",
  late: "{time} zu spät",
  took: "Dauer",
  connectedTo: "Verbunden mit",
  resolve_ms: "DNS-Auflösung",
  connect_ms: "Verbindung",
  answer_ms: "Erstes Byte",
  read_ms: "Rest der Antwort",
  notReached: "nicht erreicht",
  response: "Antwort",
  responseEmpty: "Die Antwort hatte keinen Inhalt.",
  retryNow: "Jetzt erneut versuchen",
  skip: "Überspringen",
  skipTitle: "Diese Zustellung überspringen?",
  skipText: "Sie wird nicht mehr gesendet. Später lässt sie sich erneut senden.",
  request: "Anfrage",
  requestText: "Jeder Versuch sendet diese Bytes per POST, mit einer neuen Signatur.",
  body: "Inhalt",
  curlText:
    "Dieselbe Anfrage aus der eigenen Shell. Vorher WEBHOOK_SECRET auf das Signatur-Secret setzen, und eine Variable für jeden eigenen Header.",

  // Schedule
  scheduleTitle: "Pünktlichkeit der Zustellungen",
  scheduleText:
    "Jeder Versuch hat eine genaue Zeit, ohne zufällige Abweichung. Hier ist zu sehen, wie spät Versuche begannen.",
  attemptTimes: "Zeiten je Versuch",
  hours_1: "1 h",
  hours_24: "24 h",
  hours_168: "7 Tage",
  noAttempts: "Keine Versuche in diesem Zeitraum",
  early: "Zu früh begonnen",
  earlyOf: { one: "{early} von {count}", other: "{early} von {count}" },
  median: "Verspätung im Median",
  p99: "99. Perzentil",
  most: "Größte Verspätung",
  heldCount: {
    one: "{count} Versuch wartete auf das Ende einer Pause und ist nicht enthalten.",
    other: "{count} Versuche warteten auf das Ende einer Pause und sind nicht enthalten.",
  },
  newestOnly: "Gezählt werden nur die neuesten 5.000 Zustellungen.",
  attempt: "Versuch",
  wait: "Wartezeit davor",
  count: "Anzahl",
  lateness: "Verspätung",
  noneLate: "Kein Versuch begann mehr als 100 ms zu spät.",
  lateTitle: "Mehr als 100 ms zu spät begonnen",
  lateBy: "Versuch {number} begann {time} zu spät.",
  late_pause: "Der Webhook war pausiert.",
  late_lease: "Der Prozess, der ihn begonnen hatte, endete; daher wurde der Versuch wiederholt.",
  late_rate: "Die Grenze der Zustellungen pro Sekunde war erreicht.",
  late_slots: "Die Grenze der gleichzeitigen Zustellungen war erreicht.",
  late_busy: "Der Dienst war ausgelastet oder lief nicht.",
  milliseconds: "{count} ms",
  seconds: "{count} s",
  minutes: "{count} min",
  hours: "{count} h",
};

export default messages;
