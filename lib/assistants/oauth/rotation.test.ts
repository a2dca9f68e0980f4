/** The statement of a rotation: all or nothing, also when something changed since its token was read. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { type NewRecord, writeRotation } from "./_rotate-refresh-token.ts";
import { idHash } from "./_token-values.ts";
import { type OAuthTables, openOAuthTables } from "./oauth.testing.ts";

const NOW = Date.UTC(2026, 0, 2);
const [grantId, token] = ["grant_1", idHash("token")];
const later = new Date(NOW + 3_600_000);

let tables: OAuthTables;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ tables, close } = await openOAuthTables());
  const { userId } = await tables.addPerson();
  const named = { clientId: "client_1", clientName: "Example", redirectHost: "app.example" };
  const times = { createdAt: new Date(NOW - 1_000), expiresAt: later };
  const rest = { scopes: [], payload: {} };
  await tables.db.insert(oauthGrants).values({ id: grantId, userId, ...named, ...times, ...rest });
});
beforeEach(async () => {
  await tables.db.delete(oauthRecords);
  await tables.db.update(oauthGrants).set({ revokedAt: null, expiresAt: later });
  const row = { grantId, clientId: "client_1", userId: "usr_1", expiresAt: later };
  await tables.db
    .insert(oauthRecords)
    .values({ model: "RefreshToken", idHash: token, payload: { scope: "read:chat" }, ...row });
});
afterAll(() => close());

const fresh = (name: string): [NewRecord, NewRecord] => [
  { model: "RefreshToken", idHash: idHash(`${name} r`), payload: { name }, expiresAt: later },
  { model: "AccessToken", idHash: idHash(`${name} a`), payload: { name }, expiresAt: later },
];
const write = (name: string) =>
  writeRotation(tables.db, {
    grantId,
    idHash: token,
    payload: { answer: name },
    fresh: fresh(name),
    now: NOW,
  });

test("uses the token up, and stores the new tokens for the same grant, client and user", async () => {
  expect(await write("first")).toBe(true);
  const rows = await tables.records();
  expect(rows.find((row) => row.idHash === token)).toMatchObject({
    consumedAt: new Date(NOW),
    payload: { answer: "first" },
  });
  const owned = { grantId, clientId: "client_1", userId: "usr_1", expiresAt: later };
  for (const one of fresh("first")) {
    expect(rows.find((row) => row.idHash === one.idHash)).toMatchObject({ ...one, ...owned });
  }
});

test("writes nothing for a token that was used meanwhile", async () => {
  await write("first");
  const before = await tables.records();
  expect(await write("second")).toBe(false);
  expect(await tables.records()).toEqual(before);
});

test.each([{ revokedAt: new Date(NOW - 1) }, { expiresAt: new Date(NOW) }])(
  "writes nothing for a grant that ended meanwhile: %o",
  async (end) => {
    await tables.db.update(oauthGrants).set(end).where(eq(oauthGrants.id, grantId));
    const before = await tables.records();
    expect(await write("first")).toBe(false);
    expect(await tables.records()).toEqual(before);
  },
);
