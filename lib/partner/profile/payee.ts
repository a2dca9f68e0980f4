/** The payee that a partner's statement prints. It is encrypted at rest, because it names a person. */
import "server-only";
import { z } from "zod";
import { config } from "#lib/platform/config/config.ts";
import { decryptSecret, encryptSecret } from "#lib/platform/secret-cipher.ts";
import { Payee } from "#lib/protocol/wire/partner.ts";
import type { Partner } from "./partner.ts";

/** Letters of Windows-1252, which the PDF's own fonts have: others would be printed as wrong signs. */
const PRINTABLE = /^[\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(PRINTABLE, "it has letters that the PDF cannot print; use Latin letters");

/** Most lines of an address. */
const MAX_LINES = 6;

export const PayeeBody = z.strictObject({
  name: line(100)
    .min(1)
    .meta({ examples: ["Ada Example Ltd"] }),
  address: z
    .array(line(60))
    .max(MAX_LINES)
    .default([])
    .meta({ examples: [["1 High Street", "London"]] }),
  tax_id: line(50)
    .default("")
    .meta({ examples: ["GB 123 456 789"] }),
});

/** Binds the text to the partner, so that a row that is copied does not decrypt. */
function ownerOf(partnerId: string): string {
  return `payee:${partnerId}`;
}

/** Null removes it. */
export function sealPayee(payee: Payee | null, partnerId: string): string | null {
  if (payee === null) return null;
  return encryptSecret(JSON.stringify(payee), ownerOf(partnerId), config().encryptionSecret);
}

/** Null without one, or when the secret was replaced. */
export function openPayee({ id, payee }: Pick<Partner, "id" | "payee">): Payee | null {
  if (payee === null) return null;
  const text = decryptSecret(payee, ownerOf(id), config().encryptionSecret);
  return text === undefined ? null : Payee.parse(JSON.parse(text));
}
