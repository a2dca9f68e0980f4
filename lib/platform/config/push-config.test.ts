/** Settings of pushes: steps of round levels, and the pair of keys that belongs together. */
import { expect, test } from "vitest";
import webPush from "web-push";
import { z } from "zod";
import { readConfig } from "./config.ts";
import { pushesOf, pushSettings } from "./push-config.ts";

const read = (environment: Record<string, string>) =>
  pushesOf(z.object(pushSettings).parse(environment));

test("round levels have a step an asset", () => {
  expect(Object.fromEntries(read({}).levels)).toEqual({ BTC: "5000", ETH: "250", SOL: "10" });
  expect(Object.fromEntries(read({ ROUND_LEVELS: "DOGE:0.05, BTC:1000" }).levels)).toEqual({
    DOGE: "0.05",
    BTC: "1000",
  });
  for (const text of ["BTC", "BTC:0", "BTC:-5", "BTC:05", "btc:5", "BTC:5,BTC:6", "BTC:5,,"]) {
    expect(() => read({ ROUND_LEVELS: text }), text).toThrow(/ROUND_LEVELS/);
  }
});

test("keys are a pair of the right length, and the private one is a secret", () => {
  expect(read({}).vapid).toBeUndefined();
  const [publicKey, privateKey] = ["B".repeat(87), "p".repeat(43)];
  const { vapid } = read({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey });
  expect([vapid?.publicKey, String(vapid?.privateKey)]).toEqual([publicKey, "[secret]"]);
  expect(() => read({ VAPID_PRIVATE_KEY: "short" })).toThrow(/VAPID_PRIVATE_KEY/);
});

test("the service does not start with keys that are no pair: every push would be refused", () => {
  const start = (publicKey: string, privateKey: string) =>
    readConfig({
      SESSION_SECRET: "s".repeat(32),
      ENCRYPTION_SECRET: "e".repeat(32),
      VENUE_URL: "http://127.0.0.1:4000",
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
    }).pushes.vapid?.publicKey;
  const [one, other] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()];
  expect(start(one.publicKey, one.privateKey)).toBe(one.publicKey);
  const refused = /VAPID_PUBLIC_KEY.*must be the public key of VAPID_PRIVATE_KEY/;
  expect(() => start(one.publicKey, other.privateKey)).toThrow(refused);
  expect(() => start(one.publicKey, "A".repeat(43))).toThrow(refused);
});
