/** The provider's callbacks as they come over HTTP: what counts is who signed which bytes, and when. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { stackFolder } from "#e2e/support/endpoints.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/test.ts";
import { Purchase } from "#lib/protocol/wire/onramp.ts";
import { moonpayBody, moonpaySignature } from "#lib/swaps/onramp/moonpay.testing.ts";

const SESSIONS = "/api/v1/onramp/sessions";
const REFUSED = [400, "CALLBACK_REFUSED"] as const;
const TAKEN = [204, undefined] as const;

/** The key with which the checkout of this stack signs. */
function webhookKey(): string {
  const file = readFileSync(join(stackFolder(), "secrets.json"), "utf8");
  return z.looseObject({ ONRAMP_WEBHOOK_KEY: z.string() }).parse(JSON.parse(file))
    .ONRAMP_WEBHOOK_KEY;
}

test("a callback that is forged, changed, late or replayed moves no purchase", async ({
  context,
  endpoints,
}) => {
  const visitor = await signInByWallet(context, endpoints);
  const begun = await visitor.request(SESSIONS, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ amount: "50", currency: "USD" }),
  });
  const { id, wallet } = Purchase.parse(await begun.json());
  const state = async () =>
    Purchase.parse(await (await visitor.request(`${SESSIONS}/${id}`)).json()).status;
  /** Its letters have more than one byte each, and it ends as no serialiser would end it. */
  const told = (status: string) => {
    const of = { status, externalTransactionId: id, walletAddress: wallet };
    return new Uint8Array(Buffer.from(`${moonpayBody(of, { mark: "é€" })} \r\n`));
  };
  const send = async (body: Uint8Array<ArrayBuffer>, signature: string) => {
    const answer = await fetch(`${endpoints.app}/api/v1/onramp/callbacks/moonpay`, {
      method: "POST",
      headers: { "content-type": "application/json", "Moonpay-Signature-V2": signature },
      body,
    });
    const text = await answer.text();
    const { error } = text === "" ? {} : (JSON.parse(text) as { error?: string });
    return [answer.status, error];
  };
  const key = webhookKey();
  const pending = told("pending");
  const signature = moonpaySignature(pending, key, Date.now());

  expect(await send(pending, moonpaySignature(pending, `${key}0`, Date.now()))).toEqual(REFUSED);
  expect(await send(pending, moonpaySignature(pending, key, Date.now() - 302_000))).toEqual(
    REFUSED,
  );
  expect(await send(pending.slice(0, -1), signature)).toEqual(REFUSED);
  expect(await state()).toBe("created");

  expect(await send(pending, signature)).toEqual(TAKEN);
  expect(await state()).toBe("pending");
  const failed = told("failed");
  expect(await send(failed, moonpaySignature(failed, key, Date.now()))).toEqual(TAKEN);
  expect(await send(pending, signature), "replayed").toEqual(TAKEN);
  expect(await state()).toBe("failed");
});
