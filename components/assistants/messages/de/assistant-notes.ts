import type english from "#components/assistants/messages/en/assistant-notes.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  title: "Notizen für Assistenten",
  intro:
    "Was Apps und Assistenten über diese Person wissen sollen. Sie können es lesen und nie ändern; Mailadresse und Anmeldungen sehen sie nicht.",
  whoReads:
    "Gelesen von Apps, denen es erlaubt wurde (dieselbe Erlaubnis umfasst die eigenen Positionen), und von den eigenen MCP-Schlüsseln:",
  loading: "Die Notizen werden geladen",
  loadingPreferences: "Die Vorgaben werden geladen",
  loadingPreview: "Was ein Assistent sieht, wird geladen",

  notes: "Notizen",
  noteCount: { one: "{count} von {most} Notizen", other: "{count} von {most} Notizen" },
  newNote: "Neue Notiz",
  editNote: "Notiz bearbeiten",
  noteHint:
    "Höchstens 1.000 Zeichen. Nie ein Passwort, eine Seed-Phrase oder einen Schlüssel notieren.",
  charactersLeft: { one: "noch {count} Zeichen", other: "noch {count} Zeichen" },
  noteEmpty: "Bitte zuerst etwas schreiben.",
  add: "Notiz hinzufügen",
  saving: "Wird gespeichert …",
  edit: "Bearbeiten",
  editOf: "Notiz „{note}“ bearbeiten",
  deleteOf: "Notiz „{note}“ löschen",
  written: "Geschrieben",
  lastChanged: "Bearbeitet",
  added: "Die Notiz ist gespeichert.",
  changed: "Die Notiz ist geändert.",
  deleted: "Die Notiz ist gelöscht.",
  full: "Für eine weitere Notiz ist kein Platz. Bitte zuerst eine löschen.",
  emptyTitle: "Noch keine Notizen",
  emptyText:
    "Zum Beispiel: „Ich handle nur BTC, abends, und möchte zu jeder Idee den Liquidationspreis sehen.“",
  deleteTitle: "Diese Notiz löschen?",
  deleteText:
    "Assistenten können sie nicht mehr lesen. Was sie schon gelesen haben, behalten sie womöglich. Das lässt sich nicht rückgängig machen.",

  preferences: "Wie Assistenten antworten sollen",
  preferencesText: "Assistenten erfahren das; ob sie sich daran halten, liegt bei ihnen.",
  notSaid: "Ohne Angabe",
  language: "Sprache",
  detail: "Ausführlichkeit",
  detail_brief: "Kurz",
  detail_normal: "Normal",
  detail_thorough: "Ausführlich",
  experience: "Erfahrung mit dem Handel",
  experience_new: "Neu dabei",
  experience_some: "Etwas",
  experience_expert: "Viel",
  risk: "Risikobereitschaft",
  riskHint:
    "In eigenen Worten, in einer Zeile, höchstens {count} Zeichen. Es begrenzt keine Order.",
  riskPlaceholder: "z. B. nie mehr als 2 % des Eigenkapitals auf eine Position",
  savePreferences: "Vorgaben speichern",
  preferencesSaved: "Die Vorgaben sind gespeichert.",

  preview: "Was ein Assistent sieht",
  previewText:
    "Wort für Wort, was das Werkzeug get_user_context antwortet. Wallet-Adressen sind gekürzt, damit niemand nachsehen kann, was sie halten.",
};

export default messages;
