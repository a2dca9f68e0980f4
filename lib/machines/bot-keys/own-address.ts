/** Where an owner's requests come from, for the allowlist of a bot beside the browser. */
import "server-only";
import { z } from "zod";
import type { Client, SessionActor } from "#lib/platform/actor.ts";

export const OwnAddress = z.strictObject({ yourAddress: z.string() });

/** A signed-in person: the address under which a bot beside their browser would come. */
export function ownAddress({
  ctx,
}: {
  ctx: { actor: SessionActor; client: Client };
}): z.output<typeof OwnAddress> {
  return { yourAddress: ctx.client.address };
}
