import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Notes for assistants",
  intro:
    "What you want apps and assistants to know about you. They can read it and never change it; they do not see your mail address or your sign-ins.",
  whoReads:
    "Read by apps to which you granted it (the same permission lets them read your positions), and by your own MCP keys:",
  toApps: "Connected apps",
  toKeys: "MCP keys",
  loading: "Loading the notes",
  loadingPreferences: "Loading the preferences",
  loadingPreview: "Loading what an assistant sees",

  notes: "Notes",
  noteCount: { one: "{count} of {most} notes", other: "{count} of {most} notes" },
  newNote: "New note",
  editNote: "Change the note",
  noteHint: "At most 1,000 characters. Never write a password, a seed phrase or a key here.",
  charactersLeft: { one: "{count} character left", other: "{count} characters left" },
  noteEmpty: "Write something first.",
  add: "Add note",
  save: "Save",
  saving: "Saving…",
  cancel: "Cancel",
  edit: "Change",
  editOf: "Change the note “{note}”",
  delete: "Delete",
  deleteOf: "Delete the note “{note}”",
  written: "Written",
  lastChanged: "Changed",
  added: "The note is saved.",
  changed: "The note is changed.",
  deleted: "The note is deleted.",
  full: "There is no room for another note. Delete one first.",
  emptyTitle: "No notes yet",
  emptyText:
    "For example: “I trade BTC only, in the evening, and want to see the liquidation price with every idea.”",
  deleteTitle: "Delete this note?",
  deleteText:
    "Assistants no longer read it from their next question on. What they have read already they may remember. This cannot be undone.",

  preferences: "How assistants should answer",
  preferencesText: "Assistants are told this; whether they keep to it is up to them.",
  notSaid: "Not said",
  language: "Language",
  detail: "Detail",
  detail_brief: "Brief",
  detail_normal: "Normal",
  detail_thorough: "Thorough",
  experience: "Your experience with trading",
  experience_new: "New to it",
  experience_some: "Some",
  experience_expert: "Expert",
  risk: "What you wish about risk",
  riskHint:
    "In your own words, on one line, at most {count} characters. It is a wish: it limits no order.",
  riskPlaceholder: "e.g. never more than 2 % of my equity on one position",
  savePreferences: "Save preferences",
  preferencesSaved: "The preferences are saved.",

  preview: "What an assistant sees",
  previewText:
    "To the letter, what the tool get_user_context answers. Wallet addresses are shortened, so that nobody can look up what they hold.",
} as const satisfies MessageFile;

export default messages;
