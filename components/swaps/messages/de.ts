import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  title: "Tauschen",
  intro:
    "Tauschen Sie Token mit der eigenen Wallet. Diese Seite erstellt die Transaktion und zeigt, was sie tut; die Wallet signiert, und die Chain entscheidet.",
  notAvailable: "Tauschen ist nicht verfügbar.",
  notAvailableDetail: "Dieser Dienst hat keine Chain, auf der getauscht wird.",
  yourSwaps: "Ihre Swaps",
  yourPoints: "Ihre Punkte",
  toSwap: "Tauschen",
  close: "Schließen",
  for: "gegen",
  least: "mindestens",
  max: "Max",
  older: "Ältere anzeigen",

  youPay: "Sie zahlen",
  youGet: "Sie erhalten etwa",
  assetOf: "{side}: Token",
  turn: "In die andere Richtung tauschen",
  slippage: "Slippage",
  slippageHelp:
    "Um wie viel weniger als angeboten ankommen darf. Für diese Token höchstens {percent}.",
  rate: "Kurs",
  atLeast: "Sie erhalten mindestens",
  atLeastHelp:
    "Das Angebot abzüglich {percent} Slippage. Kommt weniger an, scheitert der Swap, und nichts wird getauscht.",
  impact: "Preiseinfluss",
  impactHelp: "Wie weit dieser Betrag den Preis aller Pools der Route bewegt.",
  markLoss: "Unter dem Mark",
  markLossHelp:
    "Was Sie erhalten, verglichen mit den Mark-Werten dieses Dienstes: Gebühren der Pools und Preiseinfluss.",
  noMark: "Kein aktueller Mark",
  fee: "Gebühr des Dienstes",
  feeHelp: "Wird zusätzlich zum Betrag in derselben Transaktion gezahlt.",
  referred: "10 % weniger",
  route: "Route",
  routes: "Routen",
  routes_pools: "Diese Seite, über die Pools",
  routes_jupiter: "Jupiter",
  routes_jupiterSimulated: "Jupiter (simuliert)",
  routesBusy: "Jupiter wurde zu oft gefragt. In einigen Sekunden wird wieder gefragt.",
  estimate: "geschätzt",
  estimated: "{percent} (geschätzt)",
  estimateHelp:
    "Die Angabe von Jupiter oder, wenn er größer ist, der Verlust gegenüber dem Mark der beiden Assets. Die Teilstrecken haben gleiche Anteile daran.",
  notKnown: "nicht bekannt",
  unknownImpact:
    "Wie weit dieser Swap den Preis bewegt, ist nicht bekannt. Das ist vor dem Signieren zu bestätigen.",
  highImpact: "Dieser Swap bewegt den Preis um {percent}. Das ist vor dem Signieren zu bestätigen.",
  noRoute: "Für diesen Betrag gibt es keine Route. Versuchen Sie einen anderen Betrag oder Token.",
  noCurrentPrice:
    "Für {asset} gibt es keinen aktuellen Preis: Der Dienst lehnt einen Swap ab, bis es einen gibt.",
  quoteIsOld: "Das Angebot ist älter, als es sein sollte.",
  oneAtATime: "Ein weiterer Swap kann signiert werden, sobald feststeht, was aus dem obigen wurde.",
  signInToSwap: "Zum Tauschen anmelden",
  walletNeeded: "Tauschen braucht ein Konto mit Wallet.",
  linkWallet: "Wallet verknüpfen",
  review: "Prüfen",
  reading: "Preise werden gelesen …",
  problem_unreadable: "Das ist kein Betrag.",
  problem_decimals: "Dieser Token hat weniger Nachkommastellen.",
  problem_zero: "Der Betrag muss größer als null sein.",
  problem_tooSmall: "Der Betrag ist zu klein.",
  problem_exceedsWallet: "So viel hält die Wallet mit der Gebühr nicht.",

  reviewTitle: "{from} gegen {to} tauschen",
  simulating: "Der Swap wird simuliert",
  newQuote: "Neues Angebot",
  leaves: "Verlässt die Wallet",
  feeOnTop: "Gebühr des Dienstes zusätzlich",
  arrivesAtLeast: "Kommt mindestens an",
  simulated: "Kommt in der Simulation an",
  rent: "Miete für neue Token-Konten",
  acknowledge: "Mir ist klar, dass dieser Swap den Preis um {percent} bewegt.",
  acknowledgeUnknown: "Mir ist klar, dass dieser Swap den Preis um mehr als 1 % bewegen kann.",
  quoteLeft: {
    one: "Dieses Angebot gilt noch {count} s.",
    other: "Dieses Angebot gilt noch {count} s.",
  },
  quoteOver: "Das Angebot ist abgelaufen. Nichts wurde gesendet.",
  yourWallet: "der Wallet",
  refused_differs: "Was gebaut wurde, weicht vom Plan ab und kann deshalb nicht signiert werden.",
  refused_failsOnChain:
    "Die Chain würde diesen Swap ablehnen, er kann deshalb nicht signiert werden.",
  refused_moved:
    "Die Pools haben sich um mehr als die Slippage bewegt. Bitte ein neues Angebot holen.",
  refused_tooLittle: "Die Wallet deckt Betrag und Gebühr nicht.",
  refused_tooLittleSol: "Die Wallet braucht etwas mehr SOL für Gebühr und Miete des Netzwerks.",
  refused_noRoute: "Für diesen Betrag gibt es keine Route.",
  refused_jupiter: "Jupiter gibt keine Route, die signiert werden kann.",
  refused_busy:
    "Jupiter wurde zu oft gefragt. Warten Sie einige Sekunden und fordern Sie ein neues Angebot an.",
  refused_tooLong:
    "Diese Route passt nicht in eine Transaktion. Versuchen Sie einen anderen Betrag oder Token.",
  notSent_oneAtATime:
    "Ein anderer Swap dieser Wallet ist unterwegs. Nichts wurde signiert: bitte warten, bis sein Ende feststeht.",
  notSent_notAcknowledged: "Bitte zuerst den Preiseinfluss bestätigen.",
  notSent_expired: "Das Angebot ist abgelaufen. Nichts wurde gesendet.",
  notSent_noWallet: "Keine Wallet ist verbunden. Nichts wurde signiert.",
  notSent_otherWallet:
    "Eine andere Wallet oder ein anderes Konto ist verbunden. Nichts wurde signiert.",
  notSent_otherWindow: "Ein anderes Fenster fragt gerade die Wallet. Nichts wurde signiert.",
  notSent_unread:
    "Ob ein anderer Swap unterwegs ist, ließ sich nicht prüfen. Nichts wurde signiert: bitte erneut versuchen.",
  tryAgain: "Erneut versuchen",
  markGain: "Über dem Mark",
  notSent_left: "Nichts wurde gesendet.",

  swapOf: "Swap von {from} gegen {to}",
  state_finalized: "Fertig: Er kann nicht mehr rückgängig gemacht werden.",
  state_failed:
    "Die Chain hat ihn abgelehnt, und das ist endgültig. Nur die Gebühr des Netzwerks wurde gezahlt.",
  state_expired: "Er kam nicht an und wird nie ankommen. Nichts wurde getauscht.",
  state_refused: "Er wurde nicht gesendet. Nichts wurde getauscht.",

  tape: "Swaps auf diesem Dienst",
  tape_connecting: "Verbindung wird aufgebaut …",
  tape_live: "Live",
  tape_reconnecting: "Keine Verbindung. Neuer Versuch …",
  tapeEmpty: "Noch keine Swaps.",
  tapeEmptyDetail: "Swaps erscheinen hier, sobald die Chain sie bestätigt.",
  showTransaction: "Transaktion anzeigen",
  status_submitted: "Gesendet",
  status_submitted_help: "An das Netzwerk gesendet. Noch nicht auf der Chain.",
  status_unknown: "Unbekannt",
  status_unknown_help:
    "Das Netzwerk zeigt ihn nicht. Er wird erneut gesendet, bis er ankommt oder nicht mehr ankommen kann.",
  status_confirmed: "Bestätigt",
  status_confirmed_help:
    "Der größte Teil des Netzwerks hat für seinen Block gestimmt. Er kann noch rückgängig gemacht werden.",
  status_settling: "Wird abgewickelt",
  status_settling_help:
    "Die Einzahlung ist endgültig. Abgewickelt ist er, wenn das andere Netzwerk die Auszahlung als endgültig zeigt.",
  status_refunding: "Wird erstattet",
  status_refunding_help:
    "Das Relay konnte nicht auszahlen. Die Erstattung ist noch nicht endgültig.",
  status_refunded: "Erstattet",
  status_refunded_help:
    "Das Relay konnte nicht auszahlen und hat die Einzahlung erstattet. Die Gebühr wird nicht erstattet.",
  status_finalized: "Endgültig",
  status_finalized_help: "Er kann nicht mehr rückgängig gemacht werden.",
  status_dropped: "Verworfen",
  status_dropped_help:
    "Sein Block wurde verworfen, und er kam nicht wieder an. Nichts wurde getauscht.",
  status_failed: "Gescheitert",
  status_failed_help: "Die Chain hat ihn abgelehnt. Nur die Gebühr des Netzwerks wurde gezahlt.",
  status_expired: "Abgelaufen",
  status_expired_help: "Er kam nicht an und wird nie ankommen. Nichts wurde getauscht.",

  yourSwapsIntro:
    "Jeder Swap, den Sie hier gemacht haben, und was aus ihm wurde. Die Chain entscheidet, und diese Liste folgt ihr.",
  noSwaps: "Sie haben noch nicht getauscht.",
  noSwapsDetail: "Ein Swap erscheint hier, sobald er gesendet ist.",
  value: "Wert",
  without: "ohne Nachlass",
  transaction: "Transaktion",

  pointsIntro:
    "Endgültige Swaps bringen 1 Punkt je 2 USD, höchstens 600 Punkte in der Woche. Was Sie innerhalb von 10 Minuten zurücktauschen, bringt keine.",
  thisWeek: "Diese Woche",
  weekRange: "{start} bis {end}, UTC",
  allPoints: "Alle Punkte",
  weekPoints: "Punkte dieser Woche",
  ofMost: "von {most}",
  swapped: "Getauscht",
  swappedBack: "Zurückgetauscht",
  whyPoints: "Warum diese Punkte",
  pointsRule:
    "Was Sie in der Woche getauscht haben, abzüglich des Zurückgetauschten, höchstens 1.200 USD; davon 1 Punkt je 2 USD, abgerundet.",
  pointsWindow:
    "Ein Swap ist so viel wert wie die kleinere seiner beiden Seiten zum Mark der Minute vor seinem Block. Eine Woche beginnt am Montag um 00:00 UTC.",
  changes: "Änderungen",
  noPoints: "Noch keine Punkte.",
  noPointsDetail: "Die ersten endgültigen Swaps über 2 USD bringen den ersten Punkt.",
  entry_credit: "Erhalten",
  entry_reversal: "Zurückgenommen",
  balanceAfter: "Stand {balance}",
  whyEntry: "Woche danach: {usd} getauscht, {reversed} zurückgetauscht. Punkte: {points}.",
  partReversed: "Von diesem Swap wurden {usd} zurückgetauscht.",

  ways: "Wohin der Ertrag geht",
  way_here: "Auf Solana",
  way_other: "Ziel: {network}",
  "network_simulated-destination": "Simuliertes Netzwerk",
  youGetOn: "Sie erhalten etwa ({network})",
  recipient: "Empfänger dort",
  recipientWrong: "Das ist keine Adresse einer Wallet.",
  crossHelp:
    "Sie zahlen hier an ein Relay, und es zahlt dort an den Empfänger. Der Swap ist abgeschlossen, wenn das andere Netzwerk die Zahlung als endgültig zeigt. Kann das Relay nicht zahlen, zahlt es die Einzahlung zurück; die Gebühr des Dienstes wird nicht erstattet.",
  crossLeastHelp: "So viel zahlt das Relay mindestens, oder es zahlt die Einzahlung zurück.",
  relayLoss: "Unter dem Markt",
  relayLossHelp: "Was nach den eigenen Angaben des Relays gegenüber dem Markt verloren geht.",
  takesAbout: "Dauert etwa",
  seconds: { one: "{count} Sekunde", other: "{count} Sekunden" },
  arrivesOn: "Kommt an auf",
  arrivesFor: "Für die Wallet",
  depositAt: "Einzahlung beim Relay",
  refused_recipient: "Der Empfänger ist keine Wallet: Niemand könnte verwenden, was dort ankommt.",
  refused_relay: "Das Relay gibt kein Angebot, das signiert werden kann.",
  step_settled: "Abgeschlossen",
  payment: "Zahlung dort",
  refund: "Rückzahlung",
  waits_relay: "Noch zeigt keines der Netzwerke eine Zahlung des Relays.",
  waits_destination_network:
    "Das andere Netzwerk antwortet nicht oder nicht vollständig. Der Swap wartet darauf.",
};

export default messages;
