/** What the command says when nothing is moved. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runMove } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-move-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function said(environment: Record<string, string>) {
  let text = "";
  const code = await runMove({ NODE_ENV: "test", ...environment }, (more) => {
    text += more;
  });
  return { code, text };
}

test("a missing or wrong setting is a wrong command", async () => {
  expect(await said({})).toMatchObject({
    code: 2,
    text: expect.stringContaining("DATABASE_URL") as string,
  });
  const wrong = await said({ DATABASE_URL: "mysql://name:password@host/db" });
  expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining("postgres://") as string });
  expect(wrong.text).not.toContain("password");
});

test("a refusal has its code, and says that nothing was moved", async () => {
  const environment = { DATA_DIR: folder, DATABASE_URL: "postgres://name:password@127.0.0.1:1/db" };
  expect(await said(environment)).toEqual({
    code: 1,
    text: `SOURCE_MISSING  There is no embedded database in ${join(folder, "db")}.\nNothing was moved.\n`,
  });
});
