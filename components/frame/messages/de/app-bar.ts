import type en from "#components/frame/messages/en/app-bar.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  skip: "Zum Inhalt springen",
  pages: "Hauptseiten",
  trade: "Handel",
  swap: "Tauschen",
  catalysts: "Katalysatoren",
  signals: "Signale",
  calendar: "Kalender",
  portfolio: "Portfolio",
  partner: "Partner",
  developers: "Entwickler",
  approvals: "Freigaben",
  menu: "Menü",
  home: "svc, Startseite",
  online: "Live",
  offline: "Offline",
  onlineHelp: "Der Dienst hat die letzte Anfrage dieser Seite beantwortet.",
  offlineHelp: "Die letzte Anfrage dieser Seite blieb ohne Antwort. Neuer Versuch läuft.",
};

export default messages;
