/** Named links: codes that are unique with the first ones, and the visits and sign-ups of each. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#lib/identity/accounts/delete-account.ts";
import { setIdentityListener } from "#lib/identity/person/identity-events.ts";
import { personOf } from "#lib/identity/person/person.ts";
import { partnerRows } from "#lib/partner/account-rows.ts";
import {
  book,
  countRows,
  fee,
  makePartner,
  makeReferral,
  makeUser,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { joinProgramme } from "#lib/partner/profile/profile.ts";
import { attributeReferrals } from "#lib/partner/referrals/attribute-sign-up.ts";
import { findPartnerCode } from "#lib/partner/referrals/find-code.ts";
import { countClick } from "#lib/partner/referrals/link-clicks.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { createLink, LinkBody, LinkNameBody, renameLink } from "./links.ts";
import { LinksQuery, readLinks } from "./read-links.ts";

const NOW = Date.UTC(2026, 0, 1);
const client = { address: "192.0.2.7", agent: "a browser" };

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  setIdentityListener(attributeReferrals);
});
afterAll(async () => {
  setIdentityListener(undefined);
  setDatabase(undefined);
  await db.$client.end();
});

const create = ({ actor }: TestPartner, body: object, now = NOW) =>
  createLink({
    ctx: { actor, client: { address: "127.0.0.1", agent: "test" }, now },
    input: { body: LinkBody.parse(body) },
  });
const read = ({ actor }: TestPartner, query: object = {}, now = NOW + DAY_MS) =>
  readLinks({ ctx: { actor, now }, input: { query: LinksQuery.parse(query) } });
const signUp = (wallet: string, link: string, now = NOW) =>
  personOf(
    { kind: "wallet", subject: wallet, label: wallet },
    { now, client, followedLinks: [link] },
  );

test("a partner has the first link, and adds named ones with chosen or generated codes", async () => {
  const partner = await makePartner(db, "linker", NOW);
  expect(await read(partner)).toMatchObject({
    results: [{ code: "linker", name: null, is_first: true, clicks: 0, sign_ups: 0, traders: 0 }],
    most: 20,
  });
  await create(partner, { name: " Newsletter ", code: "Linker-News" });
  const { results } = await create(partner, { name: "Videos" }, NOW + 1);
  expect(results.map(({ name, is_first }) => [name, is_first])).toEqual([
    [null, true],
    ["Newsletter", false],
    ["Videos", false],
  ]);
  expect(results[1]).toMatchObject({
    code: "linker-news",
    url: expect.stringMatching(/\/r\/linker-news$/) as string,
    created_at: "2026-01-01T00:00:00.000Z",
  });
  expect(await findPartnerCode("LINKER-NEWS")).toEqual({
    code: "linker-news",
    user_id: partner.actor.userId,
  });
});

test("no code is that of two links, whoever has it first", async () => {
  const one = await makePartner(db, "taken-one", NOW);
  const other = await makePartner(db, "taken-two", NOW);
  await create(one, { name: "a", code: "taken-further" });
  for (const code of ["taken-one", "taken-two", "taken-further", "admin"])
    await expect(create(other, { name: "a", code }), code).rejects.toMatchObject({
      code: "CODE_TAKEN",
    });
  const actor = await makeUser(db, "wallet-joins-late", NOW);
  const join = joinProgramme({
    ctx: { actor, client, now: NOW },
    input: { body: { code: "taken-further" } },
  });
  await expect(join).rejects.toMatchObject({ code: "CODE_TAKEN" });
});

test("of two who want one code at once, one gets it", async () => {
  const one = await makePartner(db, "race-one", NOW);
  const other = await makePartner(db, "race-two", NOW);
  const ends = await Promise.allSettled([
    create(one, { name: "a", code: "race-code" }),
    create(other, { name: "a", code: "race-code" }),
  ]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("there are at most 20 links, with the first one", async () => {
  const partner = await makePartner(db, "many", NOW);
  for (let number = 1; number < 20; number += 1) await create(partner, { name: `link ${number}` });
  await expect(create(partner, { name: "one more" })).rejects.toMatchObject({
    code: "TOO_MANY_LINKS",
  });
});

test("a link is renamed by its partner alone, and the first one has no name", async () => {
  const partner = await makePartner(db, "renamer", NOW);
  await create(partner, { name: "before", code: "renamed" });
  const rename = (code: string, { actor }: TestPartner) =>
    renameLink({
      ctx: { actor, client: { address: "127.0.0.1", agent: "test" }, now: NOW },
      input: { params: { code }, body: LinkNameBody.parse({ name: "after" }) },
    });
  expect((await rename("renamed", partner)).results[1]).toMatchObject({ name: "after" });
  await expect(rename("renamer", partner)).rejects.toMatchObject({ code: "LINK_NOT_FOUND" });
  const other = await makePartner(db, "not-renamer", NOW);
  await expect(rename("renamed", other)).rejects.toMatchObject({ code: "LINK_NOT_FOUND" });
});

test("sign-ups and traders count for the link that was followed, and the ledger does not know it", async () => {
  const partner = await makePartner(db, "counted", NOW);
  await create(partner, { name: "a", code: "counted-news" });
  await signUp("first-wallet", "counted");
  await signUp("news-wallet-1", "counted-news");
  await signUp("news-wallet-2", "counted-news");
  const rows = await countRows(db);
  await book(db, [fee("news-wallet-1", 100, NOW + 1)], NOW + 2);
  expect(await countRows(db)).toBe(rows + 1);
  const { results } = await read(partner);
  expect(results.map(({ code, sign_ups, traders }) => [code, sign_ups, traders])).toEqual([
    ["counted", 1, 0],
    ["counted-news", 2, 1],
  ]);
});

test("each link has the clicks, sign-ups, fees and earnings of a range, and all of them make the whole", async () => {
  const partner = await makePartner(db, "ranged", NOW);
  await create(partner, { name: "a", code: "ranged-news" });
  for (const [day, address] of [
    [0, "192.0.2.71"],
    [0, "192.0.2.72"],
    [0, "192.0.2.73"],
    [1, "192.0.2.74"],
  ] as const)
    await click("ranged-news", { address, now: NOW + day * DAY_MS });
  await signUp("ranged-1", "ranged-news?sub=first");
  await signUp("ranged-2", "ranged-news?typed=1");
  await signUp("ranged-3", "ranged", NOW + DAY_MS);
  const at = (hours: number) => NOW + hours * 3_600_000;
  await book(db, [fee("ranged-1", 100, at(1)), fee("ranged-1", 50, at(1), "swap")], at(2));
  await book(db, [fee("ranged-1", 200, at(30)), fee("ranged-3", 400, at(31))], at(31));
  const now = at(48);
  const rows = async (query: object) =>
    (await read(partner, query, now)).results.map((row) => [
      row.code,
      row.clicks,
      row.sign_ups,
      row.traders,
      row.conversion,
      row.figures,
    ]);
  const none = { fees: "0", earned: "0", count: 0 };
  expect(await rows({})).toEqual([
    ["ranged", 0, 1, 1, null, { fees: "4", earned: "0.4", count: 1 }],
    ["ranged-news", 4, 2, 1, "0.2500", { fees: "3.5", earned: "0.35", count: 3 }],
  ]);
  expect(await rows({ from: "2026-01-01", to: "2026-01-02" })).toEqual([
    ["ranged", 0, 0, 0, null, none],
    ["ranged-news", 3, 2, 1, "0.3333", { fees: "1.5", earned: "0.15", count: 2 }],
  ]);
  expect(await rows({ from: "2026-01-02", product: "perp" })).toEqual([
    ["ranged", 0, 1, 1, null, { fees: "4", earned: "0.4", count: 1 }],
    ["ranged-news", 1, 0, 0, "0.0000", { fees: "2", earned: "0.2", count: 1 }],
  ]);
  // A snapshot of before the second day gives the figures of then.
  const { ledger_seq: seq } = await read(partner, { as_of: new Date(at(2)).toISOString() }, now);
  expect(
    await rows({ as_of: new Date(at(2)).toISOString(), as_of_seq: String(seq) }),
  ).toMatchObject([
    ["ranged", 0, 0, 0, null, none],
    ["ranged-news", 3, 2, 1, "0.3333", { fees: "1.5" }],
  ]);
});

test("imported referrals belong to no link, and are added beside the links", async () => {
  const partner = await makePartner(db, "importer", NOW);
  const referralId = await makeReferral(db, partner, "imported-1", NOW);
  await db
    .update(partnerReferrals)
    .set({ via: "import" })
    .where(eq(partnerReferrals.id, referralId));
  await db.insert(partnerAccounts).values({ account: "imported-1", referralId, boundAt: NOW });
  await signUp("linked-1", "importer");
  await book(db, [fee("imported-1", 100, NOW + 1), fee("linked-1", 200, NOW + 1)], NOW + 2);
  const { results, without_link: without } = await read(partner);
  expect(results).toMatchObject([{ sign_ups: 1, figures: { fees: "2", earned: "0.2" } }]);
  expect(without).toEqual({
    sign_ups: 1,
    traders: 1,
    figures: { fees: "1", earned: "0.1", count: 1 },
  });
});

test("the links of a deleted account lead nowhere, and their codes are not given again", async () => {
  const partner = await makePartner(db, "deleted", NOW);
  await create(partner, { name: "a secret plan", code: "deleted-news" });
  await deleteAccount({ ctx: { actor: partner.actor, now: NOW } }, [partnerRows]);
  expect(await findPartnerCode("deleted-news")).toBeUndefined();
  const other = await makePartner(db, "heir", NOW);
  await expect(create(other, { name: "a", code: "deleted-news" })).rejects.toMatchObject({
    code: "CODE_TAKEN",
  });
  const { rows } = await db.execute("select name from partner_links where code = 'deleted-news'");
  expect(rows).toEqual([{ name: "" }]);
});

const click = (
  code: string,
  more: { cookie?: string; agent?: string; address?: string; now?: number },
) =>
  countClick({
    code,
    headers: new Headers(more.cookie === undefined ? {} : { cookie: more.cookie }),
    client: { address: more.address ?? "192.0.2.1", agent: more.agent ?? "Mozilla/5.0" },
    now: more.now ?? NOW,
  });

async function clicksOf(partner: TestPartner): Promise<number[]> {
  return (await read(partner)).results.map(({ clicks }) => clicks);
}

test("a browser counts once a day for a link, and keeps what it followed itself", async () => {
  const partner = await makePartner(db, "clicked", NOW);
  await create(partner, { name: "a", code: "clicked-news" });
  const set = (await click("clicked", {})) ?? "";
  expect(set).toMatch(
    /^svc_followed=2026-01-01\.clicked; Path=\/r; Max-Age=86400; HttpOnly; SameSite=Lax$/,
  );
  const cookie = set.slice(0, set.indexOf(";"));
  expect(await click("clicked", { cookie })).toBeUndefined();
  expect(await click("clicked-news", { cookie })).toContain("2026-01-01.clicked.clicked-news;");
  expect(await clicksOf(partner)).toEqual([1, 1]);
  expect(await click("clicked", { cookie, now: NOW + DAY_MS })).toContain("=2026-01-02.clicked;");
  expect(await clicksOf(partner)).toEqual([2, 1]);
  // Nothing that is stored names a browser or an address.
  const { rows } = await db.execute("select * from partner_clicks where code like 'clicked%'");
  expect(rows.map((row) => Object.keys(row).toSorted())).toEqual(
    rows.map(() => ["clicks", "code", "day"]),
  );
});

test("one address without cookies counts at most 50 times a day, for all links together", async () => {
  const partner = await makePartner(db, "inflated", NOW);
  for (let number = 0; number < 60; number += 1) await click("inflated", { address: "192.0.2.99" });
  expect(await clicksOf(partner)).toEqual([50]);
});

test.each([
  "",
  "Twitterbot/1.0",
  "facebookexternalhit/1.1",
  "TelegramBot (like TwitterBot)",
  "curl/8.5",
])("a program that calls itself %j does not count", async (agent) => {
  expect(await click("clicked", { agent, address: "192.0.2.50" })).toBeUndefined();
});
