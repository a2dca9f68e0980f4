import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/trading/messages/en/markets.ts";

const messages: Translation<typeof en> = {
  button: "Markt {market}. Markt wechseln",
  title: "Märkte",
  close: "Marktliste schließen",
  search: "Märkte durchsuchen",
  searchHint: "Marktname",
  noMatch: "Kein Markt passt zu „{typed}“.",
  clear: "Suche leeren",
  star: "Favorit",
  day: "24 Stunden",
  change: "24h-Änderung",
  volume: "24h-Volumen",
  amountsIn: "In {asset}",
  funding: "Funding",
  fundingDetail: "Funding-Rate je Periode. Positiv: Longs zahlen an Shorts.",
  fundingTitle: "Funding von {market}",
  fundingNote:
    "Wird jede Sekunde zum aktuellen Satz gezahlt. Positiv: Long zahlt an Short. Negativ: Short zahlt an Long.",
  fundingNow: "Nächste {hours} h bei diesem Satz",
  fundingYear: "Pro Jahr bei diesem Satz",
  fundingAverage: "Durchschnitt {days} T",
  fundingLoading: "Funding-Sätze werden geladen",
  fundingUnread: "Die Funding-Sätze konnten nicht geladen werden. Neuer Versuch läuft.",
  fundingNone: "Noch keine Funding-Sätze gespeichert.",
  fundingPicture:
    "Funding-Satz je Stunde von {from} bis {to}, am Ende {last}. Pfeiltasten lesen die Stunden.",
  fundingHistory: "Funding-Verlauf",
  addFavourite: "{market} zu den Favoriten hinzufügen",
  removeFavourite: "{market} aus den Favoriten entfernen",
  count: { one: "{count} Markt", other: "{count} Märkte" },
  keys: "↑ ↓ bewegen · Eingabe öffnet · Alt+Eingabe Favorit · Esc schließt",
  searchCommand: "Märkte durchsuchen",
  goTo: "Markt {market} öffnen",
  keywords: "Paar Symbol wechseln",
  favouriteOn: "{market} ist jetzt ein Favorit.",
  favouriteOff: "{market} ist kein Favorit mehr.",
};

export default messages;
