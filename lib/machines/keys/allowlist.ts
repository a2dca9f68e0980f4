/** The addresses and networks from which a key may be used. */
import { z } from "zod";
import { parseAddresses } from "#lib/kernel/http/address-list.ts";

/** Entries in canonical form; each invalid one is named. `least`: the number of entries that the key needs. */
export function allowlistOf({ least }: { least: 0 | 1 }) {
  return z
    .array(z.string().max(100))
    .min(least)
    .max(64)
    .transform((given, context) => {
      const { entries, refused } = parseAddresses(given);
      const reasons = refused.map(({ entry, reason }) => `${JSON.stringify(entry)} ${reason}`);
      if (reasons.length > 0) context.addIssue(reasons.join("; "));
      else if (entries.length < least) context.addIssue("names no address");
      return entries;
    });
}
