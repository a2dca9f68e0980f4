/** The targets that a consent page's policy allows for its form: the client's redirect, and where that may lead. */
import { hash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { consentTargetOf, sourceOf } from "./consent-form-targets.ts";

const NOW = Date.UTC(2026, 4, 10, 12);
let db: Database;

beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

test.each([
  ["https://app.example/callback?x=1", "https://app.example https:"],
  ["https://app.example:8443/callback", "https://app.example:8443 https:"],
  ["http://127.0.0.1:51234/callback", "http://127.0.0.1:51234 https:"],
  ["http://localhost:51234/callback", "http://localhost:51234 https:"],
  ["http://[::1]:51234/callback", "http: https:"],
])("%s may redirect to %s", (redirectUri, source) => {
  expect(sourceOf(redirectUri)).toBe(source);
});

test.each([
  "https://a.example; script-src *",
  "https://'self'",
  "no address",
  "https://*/",
  "cursor://anysphere.cursor/callback",
  "cursor://[::1]/callback",
  "com.example.app:/oauth",
])("%s adds nothing to a policy", (redirectUri) => {
  expect(sourceOf(redirectUri)).toBeUndefined();
});

test("the page of a waiting authorization may redirect to its client; one that has ended, and every other page, to this site only", async () => {
  const record = (uid: string, expiresAt: Date) => ({
    model: "Interaction",
    idHash: hash("sha256", uid, "hex"),
    payload: { params: { redirect_uri: "https://app.example/cb" } },
    expiresAt,
  });
  await db
    .insert(oauthRecords)
    .values([record("waiting", new Date(NOW + 1)), record("over", new Date(NOW))]);
  const targetOf = async (uid: string) => consentTargetOf(`/oauth/consent/${uid}`, NOW);
  expect(await targetOf("waiting")).toEqual({
    uid: "waiting",
    isOver: false,
    sources: "https://app.example https:",
  });
  for (const uid of ["over", "unknown", "%00", "x".repeat(500)]) {
    expect(await targetOf(uid)).toEqual({ uid, isOver: true, sources: undefined });
  }
  expect(await targetOf("waiting/decision")).toBeUndefined();
  expect(await consentTargetOf("/settings", NOW)).toBeUndefined();
});
