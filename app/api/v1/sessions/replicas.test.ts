/** Two replicas on one Postgres, and callers who send two requests at once. */

import { hash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newWallet, startTime, Visitor, type Wallet } from "#app/api/auth/auth.testing.ts";
import { findPostgres, openReplicas, TABLES } from "#lib/identity/accounts/accounts.testing.ts";
import { consumeEmailToken } from "#lib/identity/proofs/email-links.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";

const { serverUrl, isSkipped } = await findPostgres(process.env);

describe.skipIf(isSkipped)("sessions of two replicas on one Postgres", () => {
  let replicas: Awaited<ReturnType<typeof openReplicas>>;

  beforeAll(async () => {
    replicas = await openReplicas(serverUrl);
  });
  afterAll(async () => {
    setHttpRuntime();
    await replicas.close();
  });
  beforeEach(() => {
    startTime();
    replicas.use("first");
  });

  async function signedIn(wallet: Wallet = newWallet()): Promise<Visitor> {
    const visitor = new Visitor();
    expect((await visitor.signIn(wallet)).status).toBe(200);
    return visitor;
  }

  it("end at the next request, whichever replica gets it", async () => {
    const wallet = newWallet();
    const [one, other] = [await signedIn(wallet), await signedIn(wallet)];
    const { token } = (await other.get("/api/auth/token")).body as { token: string };
    const bearer = { authorization: `Bearer ${token}` };
    replicas.use("second");
    expect((await other.who()).user).toBeDefined();
    expect((await new Visitor().get("/api/v1/sessions", bearer)).status).toBe(200);
    replicas.use("first");
    expect(await one.delete("/api/v1/sessions", { keepThis: true })).toMatchObject({
      body: { ended: 1 },
    });
    replicas.use("second");
    expect(await other.who()).toEqual({});
    expect((await new Visitor().get("/api/v1/sessions", bearer)).status).toBe(401);
    expect((await one.who()).user).toBeDefined();
  });

  it("keep the last sign-in method when two removals come at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const visitor = await signedIn();
      const proof = await visitor.proof(newWallet(), "link");
      await visitor.post("/api/v1/identities/wallet", proof);
      const { body } = await visitor.get("/api/v1/identities");
      const ids = (body as { identities: { id: string }[] }).identities.map(({ id }) => id);
      const answers = await Promise.all(
        ids.map((id) => visitor.delete(`/api/v1/identities/${id}`)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    }
  });

  it("give a wallet to one of two accounts that link it at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const wallet = newWallet();
      const visitors = [await signedIn(), await signedIn()];
      const proofs = await Promise.all(visitors.map((one) => one.proof(wallet, "link")));
      const answers = await Promise.all(
        visitors.map((one, at) => one.post("/api/v1/identities/wallet", proofs[at] ?? {})),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    }
  });

  it("accept a mailed link once", async () => {
    const at = new Date();
    await replicas.db.insert(TABLES.emailTokens).values({
      hash: hash("sha256", "t".repeat(43), "hex"),
      email: "a@example.com",
      purpose: "sign-in",
      createdAt: at,
      expiresAt: new Date(at.getTime() + 60_000),
    });
    const uses = Array.from({ length: 8 }, () =>
      consumeEmailToken("t".repeat(43), undefined, at.getTime()).then(
        () => "used",
        () => "refused",
      ),
    );
    expect((await Promise.all(uses)).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => "refused"),
      "used",
    ]);
  });

  it("leave no session of an account that is deleted during a sign-in to it", async () => {
    for (let round = 0; round < 8; round += 1) {
      const wallet = newWallet();
      const visitor = await signedIn(wallet);
      const { user } = await visitor.who();
      const other = new Visitor();
      const form = await other.proof(wallet);
      await other.get("/api/auth/csrf");
      const [gone] = await Promise.all([
        visitor.delete("/api/v1/account", { confirm: "delete" }),
        other.form("/api/auth/callback/wallet", form),
      ]);
      expect(gone.status).toBe(204);
      for (const table of [TABLES.sessions, TABLES.identities]) {
        const rows = await replicas.db.select().from(table);
        expect(rows.filter(({ userId }) => userId === user?.id)).toEqual([]);
      }
      // A session after that belongs to a new account.
      expect((await other.who()).user?.id).not.toBe(user?.id);
    }
  });
});
