/** The embedded database takes little memory, also on a folder that was made with other settings. */
import { afterAll, expect, test } from "vitest";
import { testPool } from "./db.testing.ts";

const pool = await testPool();
afterAll(() => pool.end());

test("its pages take 8 MB, not a share of the machine", async () => {
  const shown = await pool.query("show shared_buffers");
  expect(shown).toMatchObject({ rows: [{ shared_buffers: "8MB" }] });
});
