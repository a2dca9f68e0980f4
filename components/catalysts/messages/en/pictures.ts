import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  loading: "Loading prices",
  failed: "The prices could not be read.",
  stale: "The prices could not be read again. They may be out of date.",
  noPrices: "No prices of {market} are stored for this time.",
  description: "{market} from {from} to {to}: from {first} to {last}, {change}.",
} as const satisfies MessageFile;

export default messages;
