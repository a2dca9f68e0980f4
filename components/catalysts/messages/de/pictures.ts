import type english from "#components/catalysts/messages/en/pictures.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  loading: "Kurse werden geladen",
  failed: "Die Kurse konnten nicht gelesen werden.",
  stale: "Die Kurse konnten nicht erneut gelesen werden. Sie sind vielleicht veraltet.",
  noPrices: "Für diese Zeit sind keine Kurse von {market} gespeichert.",
  description: "{market} von {from} bis {to}: von {first} auf {last}, {change}.",
};

export default messages;
