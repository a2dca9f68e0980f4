import type { MessageFile } from "#components/i18n/message-types.ts";

/** What the pages of catalysts share with highlights. */
const messages = {
  firstSeen: "First seen",
  type_listing: "Listing",
  type_regulatory: "Regulation",
  type_hack: "Hack",
  type_macro: "Macro",
  type_partnership: "Partnership",
  type_unlock: "Token unlock",
  magnitudeOf: "Magnitude {magnitude} of 5",
  simulated: "simulated",
} as const satisfies MessageFile;

export default messages;
