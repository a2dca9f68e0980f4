/** What we sign is accepted by the verifiers that receivers use: of Stripe, of Standard Webhooks and of Svix. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { PROGRAMS } from "#e2e/outside/kit/outside.ts";
import { blocksOf } from "#e2e/outside/snippets/blocks.ts";
import { deliveryBody, deliveryHeaders } from "#lib/webhooks/core/signature.ts";

const SECRET = "a-secret-of-the-owner-0123456789";
const MADE = `whsec_${Buffer.from("r".repeat(32)).toString("base64")}`;
const OTHER = "another-secret-0123456";

const delivery = {
  id: "wh_evt_000000000000000000000001",
  type: "agentic.intent" as const,
  eventAt: 0,
  dedupKey: "0".repeat(64),
  data: JSON.stringify({ text: "ä\u2028", n: 1 }),
  isLive: true,
};
const body = deliveryBody(delivery);

/** As a delivery has them, signed with these secrets. */
const headersOf = (secrets: readonly string[]) =>
  deliveryHeaders(delivery, body, {
    secrets,
    now: Date.now(),
  });

/** The form in which the verifiers of Standard Webhooks take a secret. */
const base64 = (secret: string) => Buffer.from(secret).toString("base64");

function stripeAccepts(headers: Record<string, string>, secret: string): unknown {
  const { webhooks } = new Stripe("sk_test_unused");
  return webhooks.constructEvent(body, headers["x-svc-signature"] ?? "", secret);
}

test("a delivery is accepted, and not when its body changed", () => {
  const headers = headersOf([SECRET]);
  expect(stripeAccepts(headers, SECRET)).toMatchObject({ type: "agentic.intent" });
  const standard = new StandardWebhook(base64(SECRET));
  expect(() => standard.verify(body, headers)).not.toThrow();
  expect(() => standard.verify(`${body} `, headers)).toThrow("signature");
  expect(() => new SvixWebhook(base64(SECRET)).verify(body, headers)).not.toThrow();
});

test("the example of the page verifies a secret of the service and one of its owner", async () => {
  const page = fileURLToPath(new URL("../../../docs/api/webhooks.md", import.meta.url));
  const blocks = blocksOf("webhooks.md", readFileSync(page, "utf8"));
  const example = blocks.find(({ text }) => text.includes("standardwebhooks"))?.text ?? "";
  const folder = mkdtempSync(join(tmpdir(), "verifiers-"));
  symlinkSync(fileURLToPath(PROGRAMS), join(folder, "node_modules"), "junction");
  const file = join(folder, "example.mjs");
  writeFileSync(file, `${example}\nexport { made, own };\n`);
  const verifiers = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<
    "made" | "own",
    StandardWebhook
  >;
  const [, made = ""] = /Webhook\("(whsec_[^"]+)"\)/.exec(example) ?? [];
  const [, own = ""] = /Webhook\("([^"]+)", \{ format: "raw" \}\)/.exec(example) ?? [];
  expect(() => verifiers.made.verify(body, headersOf([made]))).not.toThrow();
  expect(() => verifiers.own.verify(body, headersOf([own]))).not.toThrow();
  expect(() => verifiers.own.verify(body, headersOf([made]))).toThrow("signature");
  rmSync(folder, { recursive: true });
});

test("during a rotation the new and the old secret are accepted, and no other", () => {
  const headers = headersOf([MADE, SECRET]);
  for (const secret of [MADE, SECRET]) {
    expect(() => stripeAccepts(headers, secret)).not.toThrow();
  }
  expect(() => stripeAccepts(headers, OTHER)).toThrow("signature");
  for (const Verifier of [StandardWebhook, SvixWebhook]) {
    for (const secret of [MADE, base64(SECRET)]) {
      expect(() => new Verifier(secret).verify(body, headers)).not.toThrow();
    }
    expect(() => new Verifier(base64(OTHER)).verify(body, headers)).toThrow("signature");
  }
});
