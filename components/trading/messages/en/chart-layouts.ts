import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Chart layouts",
  hint: "A layout keeps interval, style, scale, indicators and whether drawings are shown. It stays in this browser.",
  name: "Name",
  saveAs: "Save the chart as it is",
  overwrite: "Overwrite {name}",
  none: "No layouts yet.",
  rename: "Rename {name}",
  newName: "New name of {name}",
  taken: "Another layout has this name.",
  remove: "Delete {name}",
  full: { one: "The limit is {count} layout.", other: "The limit is {count} layouts." },
} as const satisfies MessageFile;

export default messages;
