import "server-only";
import type { PartnerView } from "#components/partner/earnings/view.ts";
import type { FirstFigures } from "#components/partner/page/partner-page.tsx";
import { readProfile } from "#lib/partner/profile/profile.ts";
import { readSummary } from "#lib/partner/reads/read-summary.ts";
import type { SessionActor } from "#lib/platform/actor.ts";

type Context = { actor: SessionActor; now: number };

/**
 * Reads the first figures of the partner page on the server. Undefined on any failure, such as an unknown snapshot: the
 * page then reads them in the browser and shows the error.
 */
export async function readFirstFigures(
  ctx: Context,
  pin: PartnerView["pin"],
): Promise<FirstFigures | undefined> {
  const { userId } = ctx.actor;
  try {
    const profile = await readProfile({ ctx });
    if (profile.partner === null) return { userId, profile, summary: undefined };
    const query =
      pin === undefined ? {} : { as_of: Date.parse(pin.as_of), as_of_seq: pin.ledger_seq };
    return { userId, profile, summary: await readSummary({ ctx, input: { query } }) };
  } catch {
    return undefined;
  }
}
