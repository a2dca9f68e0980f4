import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Notes for assistants",
  intro:
    "What apps and assistants should know about you. They can read it but not change it; they do not see your email address or your sign-ins.",
  whoReads:
    "Readable by apps with this permission (which also lets them read your positions) and by your own MCP keys:",
  loading: "Loading notes",
  loadingPreferences: "Loading preferences",
  loadingPreview: "Loading what an assistant sees",

  notes: "Notes",
  noteCount: { one: "{count} of {most} notes", other: "{count} of {most} notes" },
  newNote: "New note",
  editNote: "Edit note",
  noteHint: "At most 1,000 characters. Never write a password, a seed phrase or a key here.",
  charactersLeft: { one: "{count} character left", other: "{count} characters left" },
  noteEmpty: "The note is empty.",
  add: "Add note",
  saving: "Saving…",
  edit: "Edit",
  editOf: "Edit the note “{note}”",
  deleteOf: "Delete the note “{note}”",
  written: "Written",
  lastChanged: "Edited",
  added: "The note was saved.",
  changed: "The note was changed.",
  deleted: "The note was deleted.",
  full: "You have reached the limit of notes. Delete one first.",
  emptyTitle: "No notes yet",
  emptyText:
    "For example: “I trade BTC only, in the evening, and want to see the liquidation price with every idea.”",
  deleteTitle: "Delete this note?",
  deleteText:
    "Assistants can no longer read it. They may remember what they have already read. This cannot be undone.",

  preferences: "How assistants should answer",
  preferencesText: "Assistants get these preferences; following them is up to the assistant.",
  notSaid: "Not set",
  language: "Language",
  detail: "Detail",
  detail_brief: "Brief",
  detail_normal: "Normal",
  detail_thorough: "Thorough",
  experience: "Your trading experience",
  experience_new: "New to it",
  experience_some: "Some",
  experience_expert: "Expert",
  risk: "Your risk tolerance",
  riskHint:
    "In your own words, on one line, at most {count} characters. It does not limit any order.",
  riskPlaceholder: "e.g. never more than 2% of my equity on one position",
  savePreferences: "Save preferences",
  preferencesSaved: "The preferences were saved.",

  preview: "What an assistant sees",
  previewText:
    "The exact answer of the tool get_user_context. Wallet addresses are shortened, so that their holdings cannot be looked up.",
} as const satisfies MessageFile;

export default messages;
