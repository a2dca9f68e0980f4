import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  priceAndStatistics: "Kurs und Statistik",
  markPrice: "Markpreis",
  funding: "Funding ({hours} h)",
  fundingHelp:
    "Satz für eine Periode, fortlaufend pro Sekunde gezahlt, solange eine Position offen ist. Positiv: Long zahlt an Short.",
  markHelp:
    "Der Markpreis ist der Indexpreis des Orakels. Margin, Liquidation und Auslöser richten sich nach ihm.",
  change24h: "Änderung 24 h",
  volume24h: "Volumen 24 h",
  openInterest: "Open Interest",
  lastTrade: "Letzter Handel",
  simulated: "Simulierter Markt",
  simulatedHelp:
    "Kurse, Gegenparteien und Guthaben stammen hier aus einer Simulation. Nichts davon hat einen Wert.",
  data: "Daten: {state}",
  connecting: "Verbinde …",
  live: "Live",
  stale: "Veraltet",
  reconnecting: "Verbinde neu …",
  seconds: "{seconds} s",
  secondsAgo: "vor {seconds} s",
  milliseconds: "{value} ms",
  mark: "Markpreis",
  orderBook: "Orderbuch",
  stream: "Datenstrom",
  block: "Block",
  blocksEvery: "Blockzeit",
  settledIn: "Abgewickelt in",
  roundTrip: "Umlaufzeit",
  clock: "Uhr",
  connection: "Verbindung",
  goSettings: "Kontoeinstellungen öffnen",
  goSessions: "Sitzungen des Kontos öffnen",
  goActivity: "Aktivität des Kontos öffnen",
  status: "Status",
  ownConnection: "eigene Verbindung",
  sharedConnection: "geteilte Verbindung",
  connectionHelp:
    "Alle Tabs dieses Browsers teilen sich einen Datenstrom. Ein Tab trägt ihn; wird er geschlossen, übernimmt ein anderer.",
  streamAge: "Datenstrom {seconds} s",
  streamHelp:
    "Sekunden, seit zuletzt etwas über den Datenstrom kam, Lebenszeichen eingeschlossen. Der Wert sollte unter 3 bleiben.",
  roundTripHelp:
    "Zeit von der letzten Anfrage bis zur Antwort: über diese Website zum Handelsplatz und zurück.",
  clockHelp:
    "Wie weit die Uhr des Handelsplatzes vor (+) oder nach (−) der Uhr dieses Computers geht. Orders tragen die Zeit des Handelsplatzes.",
  blockHelp:
    "Höhe der Kette des Handelsplatzes: Jeder Block wickelt die zusammengeführten Orders ab.",
  keysHelp: "Alle Tasten anzeigen",
  offerName: "Partnerangebot",
  offer:
    "Hierher führte der Partnerlink {code}: Ein neues Konto zahlt lebenslang {discount} % weniger Handelsgebühren.",
  offerGo: "Konto anlegen",
  offerDismiss: "Angebot ausblenden",
  offline:
    "Dieser Computer ist offline. Die Anzeige ist veraltet; Orders können nicht gesendet werden.",
  unreachable: "Der Dienst antwortet nicht. Die Anzeige ist veraltet; neuer Versuch läuft.",
  clockUnknown:
    "Die Uhr des Handelsplatzes konnte nicht gelesen werden. Geht die Uhr dieses Computers falsch, werden Orders abgelehnt.",
  clockBehind:
    "Die Uhr dieses Computers geht {seconds} s nach. Orders tragen stattdessen die Zeit des Handelsplatzes.",
  clockAhead:
    "Die Uhr dieses Computers geht {seconds} s vor. Orders tragen stattdessen die Zeit des Handelsplatzes.",
  trade: "{market} handeln",
  phoneBar: "Handel und Ansicht",
  view: "Ansicht",
  chart: "Chart",
  book: "Orderbuch",
  trades: "Trades",
  account: "Konto",
  ticket: "Orderticket",
  accountTables: "Kontotabellen",
  bookOrTrades: "Orderbuch oder Trades",
  buy: "Kaufen",
  sell: "Verkaufen",
  placeOrder: "Order aufgeben",
  closeTicket: "Ticket schließen",
  layout: "Aufteilung",
  standard: "Standard",
  focus: "Chart und Ticket",
  ladder: "Orderbuch zuerst",
  useLayout: "Aufteilung: {layout}",
  nextLayout: "Nächste Aufteilung",
  layoutHint: "Auch mit der Taste V; die Adresse der Seite merkt es sich.",
  copyLink: "Link zu dieser Ansicht kopieren",
  linkCopied: "Link kopiert.",
  setTheme: "Farbschema: {theme}",
  setPalette: "Farben: {palette}",
  setLanguage: "Sprache: {language}",
  pageFailed: "Diese Seite konnte nicht angezeigt werden",
  pageFailedDetail:
    "Bereits gesendete Orders sind nicht betroffen. Bitte erneut versuchen; bleibt es dabei, startet der Dienst womöglich gerade neu.",
  reference: "Referenz {digest}",
  tryAgain: "Erneut versuchen",
  notFound: "Seite nicht gefunden",
  notFoundDetail:
    "Diese Seite oder dieser Markt existiert nicht. Das Konto ist davon nicht betroffen.",
  markets: "Märkte",
  goToMarkets: "Zu den Märkten",
  goToSettings: "Kontoeinstellungen",
  description:
    "Perpetual Futures ohne fremde Verwahrung. Orders werden mit der eigenen Wallet signiert.",
};

export default messages;
