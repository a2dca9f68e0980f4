import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/webhooks/messages/en/webhooks.ts";
import deliveries from "./deliveries.ts";
import terms from "./terms.ts";

const messages: Translation<typeof english> = {
  ...deliveries,
  ...terms,
  title: "Webhooks",
  intro:
    "Ereignisse gehen an den eigenen Server, sobald sie eintreten: signiert und mit Wiederholungen nach festem Zeitplan. Ein Webhook, der immer wieder scheitert, wird pausiert; seine Ereignisse warten.",
  new: "Neuer Webhook",
  loading: "Webhooks werden geladen",
  full: {
    one: "Mehr als {count} Webhook kann ein Konto nicht haben.",
    other: "Mehr als {count} Webhooks kann ein Konto nicht haben.",
  },
  webhook: "Webhook",
  delivery: "Zustellung",
  all: "Alle",
  nothing: "Nichts",
  nextAttempt: "nächster Versuch",

  // The empty list
  emptyTitle: "Noch keine Webhooks",
  step1: "Eine HTTPS-URL des eigenen Servers eintragen und ihre Ereignisse wählen.",
  step2:
    "Die Signatur jeder Zustellung mit dem Secret prüfen und innerhalb von 5 Sekunden mit 2xx antworten.",
  step3:
    "Einen Test senden. Eine Zustellung hat bis zu sieben Versuche, und jeder ist hier zu sehen.",
  tryTitle: "Ohne Server ausprobieren",
  tryText:
    "Diese Installation hat einen simulierten Empfänger. Für ihn wird ein Webhook erstellt und ein Testereignis gesendet; danach erscheint die Zustellung.",
  try: "Test an den simulierten Empfänger senden",

  // States
  active: "Aktiv",
  failing: "Gestört",
  paused: "Pausiert",
  target_internal: "Interne Adresse",
  target_simulated: "Simulierter Empfänger",
  state_pending: "Wartet",
  state_failing: "Wird wiederholt",
  state_sending: "Wird gesendet",
  state_delivered: "Zugestellt",
  state_dead: "Fehlgeschlagen",
  state_canceled: "Übersprungen",
  testChip: "Test",
  replayChip: "Erneut",
  successRate: "Zugestellt in 24 h",
  lastFailure: "Letzter Fehler",
  successOf: {
    one: "{share} von {count} Zustellung",
    other: "{share} von {count} Zustellungen",
  },
  noneIn24h: "Keine Zustellungen",
  waiting: "Wartend",
  waitingCount: { one: "{count} Zustellung", other: "{count} Zustellungen" },
  oldest: "älteste",

  pausedFailures:
    "Pausiert am {time}: Eine Zustellung ist siebenmal gescheitert. Letzter Fehler: {error}.",
  paused_owner: "Pausiert am {time}, von Hand oder mit einem Schlüssel dieses Kontos.",
  paused_secret: "Pausiert am {time}: Der Dienst kann ein Secret dieses Webhooks nicht mehr lesen.",
  paused_headers:
    "Pausiert am {time}: Der Dienst kann einen eigenen Header nicht mehr lesen. Bitte die Header neu setzen.",
  pausedReceiver:
    "Pausiert am {time}: Der Empfänger will keine Zustellungen mehr. Seine Antwort: {error}.",
  paused_operator:
    "Am {time} vom Betreiber des Dienstes pausiert. Nur der Betreiber kann ihn fortsetzen.",
  skippedPeriod: "Von {from} bis {to}.",
  skipped: {
    one: "{count} weiteres Ereignis wurde nicht eingereiht, weil 100.000 Zustellungen warten. Es lässt sich später nachholen.",
    other:
      "{count} weitere Ereignisse wurden nicht eingereiht, weil 100.000 Zustellungen warten. Sie lassen sich später nachholen.",
  },
  pausedEmpty: "Es warten keine Ereignisse.",
  pausedWaiting: {
    one: "{count} Zustellung wartet und wird beim Fortsetzen gesendet.",
    other: "{count} Zustellungen warten und werden beim Fortsetzen gesendet, die ältesten zuerst.",
  },
  seeDelivery: "Zustellung ansehen",
  addSecretFirst: "Zuerst ein Secret hinzufügen",
  setHeadersFirst: "Zuerst die Header setzen",
  willPause:
    "Zustellungen schlagen fehl. Scheitern auch die nächsten Versuche, wird der Webhook am {time} pausiert.",
  resume: "Fortsetzen",
  resumed: "Der Webhook ist wieder aktiv.",
  resumeTitle: "Diesen Webhook fortsetzen?",
  resumeEmpty: "Es warten keine Ereignisse. Neue werden gesendet, sobald sie eintreten.",
  resumeWaiting: {
    one: "{count} Zustellung wartet. Sie wird jetzt gesendet.",
    other: "{count} Zustellungen warten. Alle werden jetzt gesendet, die ältesten zuerst.",
  },
  replayDead: {
    one: "Auch die fehlgeschlagene Zustellung erneut senden",
    other: "Auch die {count} fehlgeschlagenen Zustellungen erneut senden",
  },

  // Form
  newTitle: "Neuer Webhook",
  newIntro: "Bitte wählen, welche Ereignisse wohin gesendet werden.",
  url: "URL",
  urlHint: "Eine öffentliche HTTPS-URL, die POST annimmt. Weiterleitungen wird nicht gefolgt.",
  urlMissing: "Bitte die URL des Servers eingeben.",
  url_malformed: "Bitte eine vollständige URL eingeben, die mit https:// beginnt.",
  url_too_long: "Die URL ist zu lang: Höchstens 2.048 Zeichen sind möglich.",
  url_credentials:
    "Bitte Benutzername und Passwort weglassen. Die Signatur zeigt, dass eine Zustellung von diesem Dienst kommt.",
  url_fragment: "Bitte den Teil nach # weglassen. Er wird nie an einen Server gesendet.",
  url_port: "Dieser Port ist nicht für HTTP bestimmt. Bitte einen anderen verwenden.",
  url_own_host: "Das ist die Adresse dieses Dienstes.",
  url_blocked: "Der Betreiber des Dienstes lässt an diese Adresse nichts senden.",
  url_not_public:
    "Diese Adresse ist nicht öffentlich. Nötig ist eine, die aus dem Internet über https erreichbar ist.",
  url_not_https: "Die URL muss mit https:// beginnen.",
  events: "Ereignisse",
  eventsMissing: "Bitte mindestens ein Ereignis wählen.",
  "about_signal.created": "Ein neues Signal wird veröffentlicht.",
  "about_signal.invalidated": "Ein Signal erreicht seine Ungültigkeitsmarke.",
  "about_catalyst.detected": "Ein neuer Katalysator wird erkannt.",
  "about_catalyst.updated": "Stimmung oder Stärke eines Katalysators ändert sich.",
  "about_swap.confirmed": "Ein Swap dieses Kontos ist endgültig.",
  "about_swap.failed": "Ein Swap dieses Kontos wird abgelehnt oder scheitert.",
  "about_agentic.intent": "Ein Assistent oder Bot schlägt eine Order zum Signieren vor.",
  "about_agentic.executed":
    "Der Handelsplatz hat eine vorgeschlagene und selbst signierte Order angenommen.",
  "about_points.credited": "Punkte werden gutgeschrieben.",
  "about_points.reversed": "Punkte werden vom Guthaben abgezogen.",
  "about_price.alert": "Der Markpreis eines Marktes hat einen gesetzten Preisalarm erreicht.",
  "about_referral.created": "Jemand hat sich über einen eigenen Partnerlink angemeldet.",
  "about_partner.accrued":
    "Verdienst aus Gebühren einer Empfehlung; höchstens ein Ereignis je Empfehlung in fünf Minuten.",
  "about_payout.paid": "Eine Partnerauszahlung ist auf der Chain endgültig.",
  "about_webhook.paused": "Ein anderer Webhook dieses Kontos wurde pausiert.",
  "about_order.filled": "Eine Order dieses Kontos wird ganz oder teilweise ausgeführt.",
  "about_order.ended": "Eine Order dieses Kontos endet, bevor sie ganz ausgeführt ist.",
  "about_position.liquidated":
    "Der Handelsplatz schließt Positionen dieses Kontos in einer Liquidation.",
  "about_margin.warning": "Die Maintenance-Margin erreicht 50 % oder 80 % des Eigenkapitals.",
  "about_transfer.settled":
    "Eine Einzahlung wird gutgeschrieben, oder eine Auszahlung bezahlt oder zurückgegeben.",
  matched: {
    one: "{count} Ereignis der letzten 30 Tage passt.",
    other: "{count} Ereignisse der letzten 30 Tage passen.",
  },
  moreTerms: "Filter, Header und Grenzen",
  assets: "Assets",
  assetsHint: "Nur Ereignisse dieser Assets. Ereignisse ohne Asset werden immer gesendet.",
  assetsWrong: "Bitte höchstens 50 Symbole eingeben, etwa BTC, ETH.",
  conviction: "Mindestüberzeugung",
  convictionHint: "Von 0 bis 1. Ereignisse ohne Überzeugung werden immer gesendet.",
  convictionWrong: "Bitte eine Zahl von 0 bis 1 eingeben, etwa 0,7.",
  convictionFrom: "Überzeugung ab {share}",
  perSecond: "Höchstens Zustellungen pro Sekunde",
  perSecondHint: "Von 1 bis 500.",
  perSecondWrong: "Bitte eine ganze Zahl von 1 bis 500 eingeben.",
  secret: "Signatur-Secret",
  secretMade: "Erzeugen lassen",
  secretOwn: "Eigenes verwenden",
  secretMadeHint: "Wird einmal angezeigt, nach dem Erstellen.",
  secretOwnLabel: "Eigenes Secret",
  secretOwnHint: "16 bis 256 Buchstaben, Ziffern und Sonderzeichen, ohne Leerzeichen.",
  create: "Webhook erstellen",
  creating: "Wird erstellt…",
  madeTitle: "Der neue Webhook",
  secretKeeps:
    "Das Signatur-Secret jetzt kopieren: Es wird nur einmal angezeigt. Es ist verschlüsselt gespeichert und signiert jede Zustellung.",

  // Tabs
  tabs: "Bereiche dieses Webhooks",
  tab_deliveries: "Zustellungen",
  tab_schedule: "Timing",
  tab_secrets: "Secrets",
  tab_test: "Test",
  tab_debug: "Debugger",
  tab_settings: "Einstellungen",
  notFound: "Nicht gefunden",
  notFoundDetail: "Es wurde gelöscht oder gehört zu einem anderen Konto.",
  receiverAnswers: "Der simulierte Empfänger antwortet:",
  receiver_204: "204 (in Ordnung)",
  receiver_500: "500 (gestört)",
  receiver_410: "410 (nicht mehr da)",

  // Secrets
  secretsText:
    "Jede Zustellung wird mit allen aktiven Secrets signiert. Der Empfänger muss nur eines davon kennen.",
  rotate1: "Ein neues Secret hinzufügen. Zustellungen werden dann mit beiden signiert.",
  rotate2: "Das neue Secret beim Empfänger eintragen.",
  rotate3: "Das alte signiert bis zu seinem Ablauf oder bis es hier beendet wird.",
  addSecret: "Secret hinzufügen",
  secretAdded: "Das neue Secret",
  secretsFull: {
    one: "Dieser Webhook hat {count} Secret, mehr sind nicht möglich. Bitte zuerst eines beenden.",
    other:
      "Dieser Webhook hat {count} Secrets, mehr sind nicht möglich. Bitte zuerst eines beenden.",
  },
  newest: "Neuestes",
  added: "hinzugefügt",
  signsUntil: "endet",
  overlap: "Wie lange die früheren Secrets noch mitsignieren",
  overlap_0: "Gar nicht",
  overlap_1: "1 Stunde",
  overlap_24: "1 Tag",
  overlap_72: "3 Tage",
  overlap_168: "7 Tage",
  overlapHint: "Genug Zeit, um das neue Secret beim Empfänger einzutragen.",
  overlapNow: "Zustellungen schlagen fehl, bis der Empfänger das neue Secret hat.",
  endSecret: "Jetzt beenden",
  endSecretOf: "Secret {id} jetzt beenden",
  endSecretTitle: "Dieses Secret beenden?",
  endSecretText:
    "Zustellungen werden nicht mehr damit signiert. Ein Empfänger, der nur dieses kennt, lehnt sie ab. Das lässt sich nicht zurücknehmen.",
  secretEnded: "Das Secret ist beendet.",

  // Test
  testText:
    "Ein Test wird wie ein echtes Ereignis zugestellt, mit bis zu sieben Versuchen. Filter gelten nicht, livemode ist false, und er pausiert den Webhook nie.",
  testType: "Ereignis",
  testData: "Daten",
  testDataHint: "Ein JSON-Objekt. Am Anfang steht hier ein Beispiel des Ereignisses.",
  testDataWrong: "Das ist kein JSON-Objekt.",
  sendTest: "Test senden",
  testPaused: "Dieser Webhook ist pausiert: Der Test wartet bis zum Fortsetzen.",

  // Debug
  debugTitle: "Warum schlägt die Prüfung der Signatur fehl?",
  debugText:
    "Hier einfügen, was der Empfänger erhalten hat. Es wird mit den aktiven Secrets geprüft. Die erwartete Signatur wird nie angezeigt.",
  debugSignature: "X-Svc-Signature",
  debugBody: "Inhalt",
  debugBodyHint: "Der rohe Inhalt, bevor er geparst wird.",
  check: "Prüfen",
  checking: "Wird geprüft…",
  debugOk: "Die Signatur ist gültig und nicht zu alt.",
  debugSecret: "Signiert wurde mit {id}.",
  debugOlderSecret: "Signiert wurde mit {id}. Das ist nicht das neueste Secret.",
  problem_malformed: "Das ist kein Signatur-Header.",
  problem_mismatch: "Kein aktives Secret passt zu diesem Inhalt.",
  problem_reserialised: "Der Inhalt wurde geparst und neu geschrieben.",
  problem_newline_added: "An den Inhalt wurde ein Zeilenumbruch angehängt.",
  problem_secret_decoded: "Das Secret wurde vor der Verwendung aus Base64 dekodiert.",
  problem_too_old:
    "Die Signatur ist gültig, aber {seconds} s alt. Höchstens {most} s sind erlaubt.",
  problem_too_new: "Die Signatur ist gültig, aber ihre Zeit liegt {seconds} s in der Zukunft.",
  remedy_malformed:
    "Er muss aussehen wie t=…,v1=…. Manche Proxys benennen Header um oder kürzen sie.",
  remedy_mismatch:
    "Der Empfänger nutzt ein anderes Secret, oder der Inhalt wurde verändert. Bitte mit dem Inhalt der Zustellung vergleichen.",
  remedy_reserialised:
    "Bitte die rohen Bytes der Anfrage prüfen, vor jedem JSON-Parser. Die meisten Frameworks haben dafür eine Option (raw body).",
  remedy_secret_decoded:
    "Verwende das Secret als Text. Bibliotheken für Standard Webhooks haben dafür das Format raw. Oder lass dir ein Secret erzeugen, das mit whsec_ beginnt.",
  remedy_newline_added:
    "Bitte die Bytes prüfen, wie sie ankamen, ohne etwas anzuhängen oder abzuschneiden.",
  remedy_too_old:
    "Bitte die Signatur beim Eintreffen prüfen, nicht später. Auch die Uhr des Servers prüfen.",
  remedy_too_new: "Die Uhr des Servers geht nach. Bitte synchronisieren.",

  // Settings
  saving: "Wird gespeichert…",
  saveHint: "Änderungen gelten ab dem nächsten Versuch, auch für wartende Zustellungen.",
  pause: "Pausieren",
  pauseTitle: "Pausieren",
  pauseText: "Bis zum Fortsetzen wird nichts gesendet. Neue Ereignisse warten.",
  deleteText:
    "Der Webhook, seine Secrets und seine Zustellungen werden gelöscht. Das lässt sich nicht zurücknehmen.",
  deleteAsk: "Diesen Webhook löschen?",
  deleteWaiting: {
    one: "{count} wartende Zustellung wird auch gelöscht.",
    other: "{count} wartende Zustellungen werden auch gelöscht.",
  },
  deleted: "Der Webhook ist gelöscht.",
};

export default messages;
