/**
 * Gives the demo partner a history and referrals. The sandbox's year of data goes through the operator API into the
 * real ledger, month by month. Each month is settled on the simulated chain, and everything is marked as simulated. The
 * current referrals are two traders of the sandbox, whose fees come from the venue itself.
 */

import { z } from "zod";
import { SECOND_MS } from "#lib/protocol/durations.ts";
import { AppVisitor, type Persona } from "#scripts/dev/clients/wallet-session.ts";

const CODE = "demo";
/** The import accepts this many at once. */
const MAX_FEES = 1_000;
const TIMEOUT_MS = 30_000;

const History = z.object({
  referrals: z.array(z.object({ account: z.string(), since: z.iso.datetime() })),
  months: z.array(
    z.object({
      until: z.iso.datetime(),
      fees: z.array(z.record(z.string(), z.string())),
      payment: z.enum(["paid", "failed", "open"]),
    }),
  ),
  present: z.array(z.string()),
});
type Month = z.output<typeof History>["months"][number];

const Run = z.object({
  settlements: z.array(
    z.object({ settlement_id: z.string(), recipient: z.string(), amount: z.string() }),
  ),
});

export type PartnerSeed = {
  app: string;
  sandbox: string;
  /** The operator key of the app. */
  operatorKey: string;
  partner: Persona;
};

/** Can be repeated: existing records stay. @throws Error when a part of the stack refuses */
export async function seedPartner(seed: PartnerSeed): Promise<void> {
  const { app, sandbox, partner } = seed;
  const visitor = new AppVisitor(app);
  await visitor.signIn(partner);
  await answerOf(await visitor.request("/api/v1/partner", json({ code: CODE })));
  const history = History.parse(await ask(`${sandbox}/partner-history`, {}));
  await importFees(seed, { referrals: history.referrals, fees: [] });
  for (const month of history.months) {
    for (let from = 0; from < month.fees.length; from += MAX_FEES) {
      await importFees(seed, { fees: month.fees.slice(from, from + MAX_FEES) });
    }
    await settle(seed, month);
  }
  // Last step: the fees of these traders must not precede their partner's history.
  const since = new Date().toISOString();
  const referrals = history.present.map((account) => ({ account, since }));
  await importFees(seed, { referrals, fees: [] });
}

function importFees(seed: PartnerSeed, body: object): Promise<unknown> {
  return operate(seed, "/partner/fees", { partner: CODE, simulated: true, ...body });
}

/** The settlement run of a past month, and the outcome of its payment. */
async function settle(seed: PartnerSeed, { until, payment }: Month): Promise<void> {
  if (Date.parse(until) > Date.now() - 60 * SECOND_MS) return;
  const run = Run.parse(
    await operate(seed, "/partner/runs", { period_end: until, partner: CODE, minimum: "10" }),
  );
  if (payment === "open") return;
  const at = new Date(Date.parse(until) + 60 * SECOND_MS).toISOString();
  for (const { settlement_id: id, recipient, amount } of run.settlements) {
    const transfer = { recipient, amount, at, fails: payment === "failed" };
    const paid = z
      .object({ signature: z.string() })
      .parse(await ask(`${seed.sandbox}/solana/pay`, json(transfer)));
    await operate(seed, `/partner/settlements/${id}/payment`, { signature: paid.signature });
  }
}

function operate({ app, operatorKey }: PartnerSeed, path: string, body: object): Promise<unknown> {
  const { headers, ...rest } = json(body);
  return ask(`${app}/api/operator/v1${path}`, {
    ...rest,
    headers: { ...headers, authorization: `Bearer ${operatorKey}` },
  });
}

function json(body: object) {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  return answerOf(await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }));
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok)
    throw new Error(
      `The demo partner could not be set up: ${new URL(response.url).pathname} ${text}`,
    );
  return text === "" ? undefined : JSON.parse(text);
}
