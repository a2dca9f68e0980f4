import type english from "#components/catalysts/messages/en/catalyst-labels.ts";
import type { Translation } from "#components/i18n/message-types.ts";

/** What the pages of catalysts share with highlights. */
const messages: Translation<typeof english> = {
  firstSeen: "Zuerst gesehen",
  type_listing: "Listing",
  type_regulatory: "Regulierung",
  type_hack: "Hack",
  type_macro: "Makro",
  type_partnership: "Partnerschaft",
  type_unlock: "Token-Freigabe",
  magnitudeOf: "Stärke {magnitude} von 5",
  simulated: "simuliert",
};

export default messages;
