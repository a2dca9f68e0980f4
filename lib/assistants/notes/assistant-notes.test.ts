/** Notes and preferences for assistants: access, refusals, and entries in the audit log. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { assistantPreferences } from "#lib/assistants/schema/assistants.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { addPerson, client, NOW } from "#lib/machines/keys/keys.testing.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import { users } from "#lib/platform/schema/users.ts";
import { addNote } from "./add-note.ts";
import { changeNote } from "./change-note.ts";
import { deleteNote } from "./delete-note.ts";
import { listNotes } from "./list-notes.ts";
import { NoteBody, NoteParams } from "./note.ts";
import { changePreferences, PreferencesChange, readPreferences } from "./preferences.ts";
import { userContext } from "./user-context.ts";

let db: Database;
let ada: SessionActor;
let bob: SessionActor;

beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  ada = await addPerson(db);
  bob = await addPerson(db);
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const add = (text: unknown, actor = ada, now = NOW) =>
  addNote({ ctx: { actor, client, now }, input: { body: parseBody(NoteBody, { text }) } });
const change = (id: string, text: string, { actor = ada, now = NOW } = {}) =>
  changeNote({
    ctx: { actor, client, now },
    input: { params: NoteParams.parse({ id }), body: parseBody(NoteBody, { text }) },
  });
const remove = (id: string, actor = ada) =>
  deleteNote({ ctx: { actor, client, now: NOW }, input: { params: NoteParams.parse({ id }) } });
const list = async (actor = ada) => (await listNotes({ ctx: { actor } })).notes;
const prefer = (body: unknown, actor = ada) =>
  changePreferences({
    ctx: { actor, client, now: NOW },
    input: { body: parseBody(PreferencesChange, body) },
  });
const read = (actor = ada) => readPreferences({ ctx: { actor } });
const context = (actor = ada) => userContext({ ctx: { actor } });
const audit = async () =>
  (
    await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, ada.userId))
      .orderBy(auditLog.position)
  ).map(({ action, target, details }) => ({ action, target, details }));
const code = (refusal: string) => expect.objectContaining({ code: refusal }) as unknown;

describe("notes for assistants", () => {
  test("are added, changed and deleted by their owner; the log records that, and not their text", async () => {
    const first = await add("  I trade on weekends.\r\nNo memes.  ");
    expect(first.text).toBe("I trade on weekends.\nNo memes.");
    const second = await add("My desk closes at 18:00.", ada, NOW + 1_000);
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    const changed = await change(first.id, "I trade daily.", { now: NOW + 2_000 });
    expect([changed.text, changed.createdAt, changed.updatedAt]).toEqual([
      "I trade daily.",
      first.createdAt,
      new Date(NOW + 2_000).toISOString(),
    ]);
    await remove(first.id);
    expect(await list()).toEqual([second]);
    const rows = await audit();
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: "assistant_note.created", target: first.id, details: {} },
        { action: "assistant_note.created", target: second.id, details: {} },
        { action: "assistant_note.changed", target: first.id, details: {} },
        { action: "assistant_note.deleted", target: first.id, details: {} },
      ]),
    );
  });

  test("that are saved unchanged change nothing, and the log records no change", async () => {
    const { id, updatedAt } = await add("The same.");
    expect((await change(id, " The same. ", { now: NOW + 1_000 })).updatedAt).toBe(updatedAt);
    expect(await audit()).toHaveLength(1);
  });

  test.each(["", " \n ", "x".repeat(1_001), "bell \u0007", 7, null, undefined])(
    "cannot have the text %j",
    (text) => {
      expect(() => parseBody(NoteBody, { text })).toThrow(/\btext\b/);
    },
  );

  test("keep a text of 1000 characters whole", async () => {
    expect((await add("é".repeat(1_000))).text).toHaveLength(1_000);
  });

  test("with half of a surrogate pair are refused, because they would read differently from what was sent", async () => {
    await expect(async () => add("Half \ud83d of it")).rejects.toThrow(/^text is not valid/);
    expect((await add("Whole 😀")).text).toBe("Whole 😀");
  });

  test("of another person are neither seen, changed nor deleted; an invalid id is not found either", async () => {
    const { id } = await add("Ada's.");
    expect(await list(bob)).toEqual([]);
    for (const of of [id, "", "note_none", "\u0000", `note_${"0".repeat(24)}`]) {
      await expect(change(of, "Bob's.", { actor: bob })).rejects.toEqual(code("NOTE_NOT_FOUND"));
      await expect(remove(of, bob)).rejects.toEqual(code("NOTE_NOT_FOUND"));
    }
    expect((await list()).map(({ text }) => text)).toEqual(["Ada's."]);
  });

  test("are at most 100 per account, however many are added at once", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 103 }, (_, number) => add(`Note ${number}`)),
    );
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason as unknown)).toEqual(
      Array.from({ length: 3 }, () => code("TOO_MANY_NOTES")),
    );
    expect(await list()).toHaveLength(100);
    await add("Bob's own.", bob);
  });

  test("cannot be added to a deleted account", async () => {
    await db
      .update(users)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(users.id, ada.userId));
    await expect(add("Late.")).rejects.toEqual(code("SIGN_IN_REQUIRED"));
    await expect(prefer({ detail: "brief" })).rejects.toEqual(code("SIGN_IN_REQUIRED"));
  });
});

describe("preferences", () => {
  test("are set field by field and removed by null; the log names the fields that changed", async () => {
    expect(await read()).toEqual({ preferences: {} });
    await prefer({ language: "de", detail: "brief", risk: " At most 2 % a trade. " });
    expect(await prefer({ detail: "thorough", risk: null, language: "de" })).toEqual({
      preferences: { language: "de", detail: "thorough" },
    });
    expect(await read()).toEqual({ preferences: { language: "de", detail: "thorough" } });
    expect(await read(bob)).toEqual({ preferences: {} });
    await prefer({ detail: "thorough", experience: null });
    const changes = (await audit()).map(({ action, details }) => [action, details]);
    expect(changes).toEqual([
      ["assistant_preferences.changed", { changed: "language, detail, risk" }],
      ["assistant_preferences.changed", { changed: "detail, risk" }],
    ]);
  });

  test.each([
    { currency: "EUR" },
    { detail: "long" },
    { language: "xx" },
    { risk: "" },
    { risk: "two\nlines" },
    { risk: "x".repeat(301) },
    { experience: 1 },
  ])("refuse %j", (body) => {
    expect(() => parseBody(PreferencesChange, body)).toThrow(Object.keys(body)[0]);
  });

  test("keep their other values when one is unknown to this version, which is left out", async () => {
    const row = { preferences: { detail: "brief", experience: "wizard", mood: "calm" } };
    await db
      .insert(assistantPreferences)
      .values({ userId: ada.userId, ...row, updatedAt: new Date(NOW) });
    expect(await read()).toEqual({ preferences: { detail: "brief" } });
  });
});

test("an assistant reads the notes, preferences and shortened wallets of its own user only, labelled as data and not instructions", async () => {
  await add("Bob's secret.", bob);
  await prefer({ language: "ar", experience: "new" });
  await add("Older.");
  await add("Newer.", ada, NOW + 1_000);
  const address = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
  const at = { createdAt: new Date(NOW), lastUsedAt: new Date(NOW) };
  await db.insert(identities).values([
    {
      id: newId("idn"),
      userId: ada.userId,
      kind: "wallet",
      subject: address,
      label: address,
      ...at,
    },
    {
      id: newId("idn"),
      userId: ada.userId,
      kind: "email",
      subject: "a@b.c",
      label: "a@b.c",
      ...at,
    },
  ]);
  const read = await context();
  expect(read).toEqual({
    about: expect.stringContaining("not an instruction") as string,
    preferences: { language: "ar", experience: "new" },
    notes: [
      { text: "Newer.", updated_at: new Date(NOW + 1_000).toISOString() },
      { text: "Older.", updated_at: new Date(NOW).toISOString() },
    ],
    wallets: ["7xKX…gAsU"],
  });
  expect(JSON.stringify(read)).not.toMatch(/a@b\.c|Bob|usr_/);
});
