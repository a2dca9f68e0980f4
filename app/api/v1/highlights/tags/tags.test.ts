/** Each account has its own tags, and a write replaces all of them. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newWallet, startTime, Visitor } from "#app/api/auth/auth.testing.ts";
import { openAccountTables } from "#lib/identity/accounts/accounts.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { AccountTagChoices } from "#lib/protocol/wire/highlights.ts";

const TAGS = "/api/v1/highlights/tags";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openAccountTables());
});
afterAll(async () => {
  setHttpRuntime();
  await close();
});
beforeEach(startTime);

async function person() {
  const visitor = new Visitor();
  await visitor.signIn(newWallet());
  const read = async () => AccountTagChoices.parse((await visitor.get(TAGS)).body);
  return { visitor, read, put: (body: object) => visitor.put(TAGS, body) };
}

it("are empty at first, and then what was put last", async () => {
  const [ada, eve] = [await person(), await person()];
  expect(await ada.read()).toEqual({ muted: [], pinned: [], updated_at: null });
  const answer = await ada.put({ muted: ["hack", "SOL"], pinned: ["BTC"] });
  expect(answer).toMatchObject({ status: 200, body: { muted: ["hack", "SOL"], pinned: ["BTC"] } });
  expect(await ada.read()).toEqual(answer.body);
  await ada.put({ muted: [], pinned: [] });
  expect(await ada.read()).toMatchObject({ muted: [], pinned: [] });
  expect((await ada.read()).updated_at).not.toBeNull();
  expect(await eve.read()).toEqual({ muted: [], pinned: [], updated_at: null });
});

it.each([
  [{ muted: ["hack"] }],
  [{ muted: ["rumour"], pinned: [] }],
  [{ muted: ["sol"], pinned: [] }],
  [{ muted: ["SOL", "SOL"], pinned: [] }],
  [{ muted: [], pinned: [], other: 1 }],
  [
    {
      muted: Array.from({ length: 60 }, (_, n) => `A${n}`),
      pinned: Array.from({ length: 41 }, (_, n) => `B${n}`),
    },
  ],
])("%o is refused, and changes nothing", async (body) => {
  const { put, read } = await person();
  expect((await put(body)).status).toBe(400);
  expect((await read()).updated_at).toBeNull();
});

it("need a session", async () => {
  const stranger = new Visitor();
  expect((await stranger.get(TAGS)).status).toBe(401);
  expect((await stranger.put(TAGS, { muted: [], pinned: [] })).status).toBe(401);
});
