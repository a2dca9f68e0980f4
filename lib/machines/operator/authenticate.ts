/** Authenticates the operator by the key of the environment. Without one the operator endpoints do not exist. */
import "server-only";
import { hash, timingSafeEqual } from "node:crypto";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Actor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";

/** @throws NOT_FOUND, UNKNOWN_KEY */
export function authenticateOperator({ text }: { text: string }): Actor {
  const { operatorKey } = config();
  if (operatorKey === undefined) throw new ServiceError("NOT_FOUND");
  // Digests have equal length, so that the comparison takes constant time.
  const expected = hash("sha256", operatorKey.reveal(), "buffer");
  if (!timingSafeEqual(hash("sha256", text, "buffer"), expected)) {
    throw new ServiceError("UNKNOWN_KEY");
  }
  return { kind: "operator" };
}
