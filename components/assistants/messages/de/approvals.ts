import type english from "#components/assistants/messages/en/approvals.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  // Everywhere
  badge: {
    one: "{count} Order wartet auf Freigabe",
    other: "{count} Orders warten auf Freigabe",
  },
  toast: "{name} hat einen Vorschlag gemacht. Er wartet auf Freigabe.",

  // The list
  intro:
    "Neue Orders, Änderungen und Stornierungen, die Assistenten, Apps und Bots für dieses Konto vorschlagen. Es geschieht nichts, bevor der Vorschlag hier gelesen und signiert ist. Nach fünf Minuten endet er von selbst.",
  notify: "Per E-Mail oder im Browser benachrichtigen lassen",
  loading: "Vorgeschlagene Orders werden gelesen",
  waitingTitle: "Warten auf Freigabe",
  decidedTitle: "Entschieden",
  show: "Anzeigen",
  filter_all: "Alle",
  filter_placed: "Platziert",
  filter_open: "Ausgang unbekannt",
  filter_not: "Nicht platziert",
  noneWaiting: "Zurzeit wartet nichts auf Freigabe.",
  noneOfKind: "Keine Orders dieser Art.",
  noneOfKindDetail: "Weitere laden, um weiter zurückzublicken, oder eine andere Art wählen.",
  emptyTitle: "Noch keine Order vorgeschlagen",
  emptyWhat:
    "Ein verbundener Assistent kann die Märkte beobachten und Orders vorschlagen. Platzieren kann er sie nicht: Jeder Vorschlag erscheint hier.",
  emptySign:
    "Order und Wirkung auf die Position sind hier zu prüfen. Danach wird sie mit Wallet oder Handelsschlüssel signiert oder abgelehnt.",
  emptyExpire:
    "Ein Vorschlag, der fünf Minuten ohne Antwort bleibt, läuft ab. Platziert wird nichts.",
  connect: "Assistenten verbinden",
  loadMore: "Weitere laden",
  loadingMore: "Wird geladen …",
  newWaiting: {
    one: "{count} Order wartet auf Freigabe.",
    other: "{count} Orders warten auf Freigabe.",
  },
  proposedBy: "von {name}",
  kept: "Entschiedene Orders bleiben hier {days} Tage stehen. Im Aktivitätsprotokoll bleiben die Einträge.",

  // States
  state_waiting: "Wartet",
  state_sending: "Wird gesendet",
  state_placed: "Platziert",
  done_modify: "Bearbeitet",
  done_cancel: "Storniert",
  state_refused: "Abgelehnt",
  state_unknown: "Unbekannt",
  state_declined: "Verworfen",
  state_withdrawn: "Zurückgezogen",
  state_expired: "Abgelaufen",

  // One order
  title: "Vorgeschlagene Order",
  back: "Alle vorgeschlagenen Orders",
  loadingOne: "Die Order wird gelesen",
  needsScripts:
    "Diese Seite braucht JavaScript: Was freigegeben wird, wird im Browser signiert und nirgends sonst. Bitte JavaScript für diese Seite erlauben und sie neu laden.",
  proposer: "Wer sie vorschlägt",
  proposedByWhom: "Vorgeschlagen von {name}",
  kind_mcp_key: "Programm mit dem MCP-Schlüssel",
  kind_oauth_grant: "Verbundene App",
  kind_bot_key: "Bot mit dem Schlüssel",
  ownName: "Diesen Namen hat sich die App selbst gegeben.",
  proposedAt: "Vorgeschlagen",
  reasonTitle: "Ihre Begründung",
  reasonSource:
    "Von einer Maschine geschrieben. Niemand hat das geprüft: Maßgeblich sind die Zahlen, nicht diese Worte.",
  noReason: "Eine Begründung gibt es nicht.",
  fromSignal: "Beruht auf einem Signal",
  openSignal: "Signal öffnen",
  protection: "Take-Profit und Stop-Loss",
  protectionHelp:
    "Sie werden mit der Order signiert. Sie warten, bis sie ausgeführt ist, schließen nicht mehr als ausgeführt wurde und beenden einander.",
  action_close: "Position schließen",
  action_modify: "Offene Order bearbeiten",
  action_cancel: "Offene Order stornieren",
  changeTitle: "Was sich ändert",
  endsTitle: "Was storniert wird",
  wholePosition: "die ganze Position",
  limitPrice: "Limitpreis",
  triggerPrice: "Auslösepreis",
  endsProtection:
    "Diese Order schützt die Position. Ist sie storniert, schließt nichts mehr die Position zu diesem Preis.",
  orderEnded: "Diese Order ist schon geschlossen: Die Signatur bewirkt nichts.",
  filledSince: "{size} wurden seit dem Vorschlag ausgeführt.",
  orderTitle: "Die Order",
  buy: "Kauf",
  sell: "Verkauf",
  type: "Typ",
  type_MARKET: "Market",
  type_LIMIT: "Limit",
  type_TAKE_PROFIT_MARKET: "Take-Profit",
  type_STOP_LOSS_MARKET: "Stop-Loss",
  tif: "Was nicht sofort ausgeführt wird",
  tif_GTC: "Bleibt im Orderbuch (GTC)",
  tif_IOC: "Verfällt (IOC)",
  tif_FOK: "Ganz oder gar nicht (FOK)",
  flags: "Merkmale",
  postOnly: "Post-only",
  reduceOnly: "Reduce-only",
  valueThen: "Orderwert beim Vorschlag",
  feeThen: "Gebühr beim Vorschlag, etwa",
  markThen: "Markpreis beim Vorschlag",
  markNow: "Markpreis jetzt",
  markMoved: "Markpreis seitdem",
  limitDistance: "Limitpreis gegenüber dem Markpreis",
  triggerDistance: "Auslösepreis gegenüber dem Markpreis",
  effectTitle: "Was sie jetzt bewirken würde",
  cost: "Kosten",
  costMargin: "{amount} Margin",
  costFrees: "{amount} Margin werden frei",
  allFigures: "Alle Werte und Bedingungen",
  effectNote:
    "Mit Markpreis und Orderbuch dieses Augenblicks. Der Handelsplatz rechnet neu, wenn die Order ankommt.",
  effectLoading: "Markt und Konto werden gelesen",
  effectNone: "Das Konto war nicht lesbar: Position und Margin werden nicht angezeigt.",
  positionBefore: "Position jetzt",
  flat: "keine",
  fillsPart: "Jetzt sind nur {filled} von {size} ausführbar ({share}). Der Rest wird storniert.",
  fillsNothing: "Von {size} ist jetzt nichts ausführbar: Das Orderbuch enthält zu wenig.",
  tooLittle: "Dem Konto fehlen für diese Order {amount} USDC Margin.",
  depositOrSmaller:
    "Mindestens so viel einzahlen, oder ablehnen und höchstens {size} {asset} vorschlagen lassen.",
  depositOnly: "Mindestens so viel einzahlen, oder ablehnen.",
  shortThen: "Beim Vorschlag fehlten dem Konto dafür {amount} USDC Margin.",
  freeNow: "Freie Margin jetzt",
  getFunds: "10.000 simulierte USDC holen",
  noFaucet: "Dieser Handelsplatz hat keinen Faucet: bitte auf dem üblichen Weg einzahlen.",
  markOld: "Der Markpreis ist nicht aktuell: Orders sind gesperrt, bis er aktualisiert wird.",

  // Deciding
  decide: "Entscheidung",
  timeLeft: "Verbleibende Zeit",
  underMinute: "Es bleibt weniger als eine Minute.",
  approve: "Freigeben und signieren",
  decline: "Verwerfen",
  approving: "Wird signiert …",
  declining: "Wird verworfen …",
  byKey: "Nach der Bestätigung signiert der Handelsschlüssel, ohne Rückfrage der Wallet.",
  byWallet:
    "Die Wallet {address} wird um die Signatur gebeten. Zuvor ist jedes signierte Feld zu sehen.",
  notEnabled:
    "Für dieses Konto ist der Handel nicht freigeschaltet. Das braucht einmalig eine Signatur der Wallet.",
  signTitle: "Freigeben und signieren",
  signSummary: "Bitte vor dem Signieren prüfen. Die Wallet selbst zeigt nur eine Prüfsumme.",
  tooLate: "Die fünf Minuten sind vorbei.",
  notConnected: "Es wurde keine Wallet verbunden. Signiert wurde nichts.",
  otherAccount:
    "Diese Order ist für {account}, die Wallet steht aber auf {other}. In der Wallet zu {account} wechseln und dann erneut freigeben.",
  rightAccount: "Die Wallet steht auf dem richtigen Konto. Die Order kann freigegeben werden.",
  notSigned: "Nicht signiert. Die Order wartet weiter.",
  noAnswer:
    "Keine Antwort. Diese Seite prüft weiter, was daraus wurde, und signiert nicht noch einmal.",
  differs:
    "Signiert wurde nicht die vorgeschlagene Order. Gesendet wurde nichts. Bitte die Seite neu laden.",
  isOver: "Darüber ist schon entschieden: in einem anderen Fenster, oder sie wurde zurückgezogen.",
  offline: "Keine Verbindung. Bis sie wieder da ist, lässt sich nichts senden.",

  // Its end
  stateTitle: "Stand",
  sending: "Die Order ist auf dem Weg zum Handelsplatz.",
  sendingDetail:
    "Sie ist signiert und wird einmal gesendet. Die Antwort des Handelsplatzes erscheint hier.",
  sendingChange: "Der Vorschlag wird an den Handelsplatz gesendet.",
  changedTitle: "Der Handelsplatz hat die Order geändert.",
  cancelledTitle: "Der Handelsplatz hat die Order storniert.",
  placedTitle: "Der Handelsplatz hat die Order angenommen.",
  orderId: "Order",
  fillTitle: "Ausgeführt",
  filled: "Ausgeführt",
  filledOf: "{filled} von {size}",
  fillPrice: "Durchschnittspreis",
  restOpen: "Der Rest ist offen.",
  restEnded: "Der Rest ist beendet: {reason}.",
  refusedTitle: "Der Handelsplatz hat die Order abgelehnt. Platziert wurde nichts.",
  refusedChangeTitle: "Der Handelsplatz hat das abgelehnt. Die Order ist unverändert.",
  unknownTitle: "Der Ausgang ist noch nicht bekannt.",
  notPlacedTitle: "Die Order wurde nicht platziert.",
  notChangedTitle: "Geändert wurde nichts.",
  unknownNoKey:
    "Signiert und gesendet, aber die Antwort des Handelsplatzes fehlt. Solange der Handel nicht freigeschaltet ist, kann diese Seite nicht danach fragen: Bitte mit einer Signatur der Wallet freischalten, und es vorher nicht von Hand wiederholen.",
  unknownDetail:
    "Signiert und gesendet, aber die Antwort des Handelsplatzes fehlt. Diese Seite prüft weiter, bis der Ausgang bekannt ist. Bitte vorher nicht wiederholen.",
  declinedTitle: "Der Vorschlag wurde abgelehnt. Signiert wurde nichts.",
  withdrawnTitle: "Der Vorschlag wurde zurückgezogen. Signiert wurde nichts.",
  withdrawnDetail: "Oder der Schlüssel oder die App, von der er kam, wurde widerrufen.",
  expiredTitle: "Die fünf Minuten sind vorbei. Signiert wurde nichts.",
  expiredDetail: "Falls noch gewünscht: um einen neuen Vorschlag bitten oder es selbst tun.",
  seeOrder: "Order ansehen",
  seePosition: "Position ansehen",
  openMarket: "{market} öffnen",
  told: "Wer sie vorgeschlagen hat, kann lesen, wie sie endete.",

  // In the way
  notFound: "Order nicht gefunden",
  notFoundDetail:
    "Angemeldet ist {name}. Vielleicht wurde sie für ein anderes Konto vorgeschlagen: Mit jenem angemeldet ist sie zu sehen.",
  otherWallet: "Diese Order ist für eine andere Wallet.",
  otherWalletDetail:
    "Sie wurde für {account} vorgeschlagen. Zum Freigeben mit dieser Wallet anmelden.",
  signInOther: "Mit einem anderen Konto anmelden",
};

export default messages;
