import type en from "#components/frame/messages/en/notifications.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  bell: "Mitteilungen",
  bellUnread: {
    one: "Mitteilungen, {count} ungelesen",
    other: "Mitteilungen, {count} ungelesen",
  },
  open: "Mitteilungen anzeigen",
  none: "Keine Mitteilungen.",
  noneDetail:
    "Mitteilungen zu Orders, Ausführungen und Fehlern bleiben in diesem Browser gespeichert.",
  clear: "Alle löschen",
  copy: "Mitteilung kopieren",
  remove: "Mitteilung entfernen",
  good: "Erledigt",
  bad: "Fehlgeschlagen",
  neutral: "Hinweis",
  fromService: "Vom Dienst",
  settings: "Einstellungen der Benachrichtigungen",
  waitingApprovals: {
    one: "{count} Order wartet auf Freigabe",
    other: "{count} Orders warten auf Freigabe",
  },
  proposal: "{name} hat einen Vorschlag gemacht. Er wartet auf Freigabe.",
};

export default messages;
