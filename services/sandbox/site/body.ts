/** Bodies of requests to the sandbox. */
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { readJsonText } from "#lib/kernel/http/request-body.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

export const publicKey = z
  .string()
  .refine((text) => decodePublicKey(text), "it must be a base58 public key");
export const amount = z.string().refine(isDecimal, 'it must be a decimal string such as "10000"');

/** @throws MALFORMED_BODY, and as `readJsonText` */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const text = await readJsonText(request, limitBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not JSON" });
  }
}

/** @throws UNKNOWN_FIELD, INVALID_FIELD */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    throw new ServiceError("UNKNOWN_FIELD", { field: issue.keys.join(", ") });
  }
  const field = issue?.path.join(".") || "body";
  throw new ServiceError("INVALID_FIELD", { field, reason: issue?.message ?? "it is not valid" });
}
