/** The caller's address, for the allowlist of a bot on the same network. */
import "server-only";
import { z } from "zod";
import type { Client, SessionActor } from "#lib/platform/actor.ts";

export const OwnAddress = z.strictObject({ yourAddress: z.string() });

/** For a signed-in person: the address that a bot on the same network would have. */
export function ownAddress({
  ctx,
}: {
  ctx: { actor: SessionActor; client: Client };
}): z.output<typeof OwnAddress> {
  return { yourAddress: ctx.client.address };
}
