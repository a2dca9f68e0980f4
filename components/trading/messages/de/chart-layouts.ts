import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/trading/messages/en/chart-layouts.ts";

const messages: Translation<typeof english> = {
  title: "Chart-Layouts",
  hint: "Ein Layout merkt sich Intervall, Stil, Skala, Indikatoren und ob Zeichnungen sichtbar sind. Es bleibt in diesem Browser.",
  name: "Name",
  saveAs: "Chart speichern, wie er ist",
  overwrite: "{name} überschreiben",
  none: "Noch keine Layouts.",
  rename: "{name} umbenennen",
  newName: "Neuer Name von {name}",
  taken: "Ein anderes Layout hat diesen Namen.",
  remove: "{name} löschen",
  full: {
    one: "Höchstens {count} Layout ist möglich.",
    other: "Höchstens {count} Layouts sind möglich.",
  },
};

export default messages;
