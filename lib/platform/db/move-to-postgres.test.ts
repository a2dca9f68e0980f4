/** An embedded database arrives in Postgres whole, or not at all, and stays as it was. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contentOf, describeMoves, hashOf, relations } from "./moved-database.testing.ts";

await describeMoves(process.env, (moved) => {
  it("is undone by SIGKILL in the middle, and brings every value of every table once when it is run again", async () => {
    const before = hashOf(moved.source.dataDir);
    const code = `const { moveToPostgres } = await import(${JSON.stringify(new URL("./move-to-postgres.ts", import.meta.url).href)});
      const { Secret } = await import(${JSON.stringify(new URL("../../kernel/env.ts", import.meta.url).href)});
      const progress = ({ rows, ofRows }) => { if (rows * 2 > ofRows) process.kill(process.pid, "SIGKILL"); };
      await moveToPostgres({ dataDir: process.argv[1], databaseUrl: new Secret(process.argv[2]), progress, verify: async () => {} });`;
    const child = spawnSync(process.execPath, [
      "--conditions=react-server",
      "--input-type=module",
      "-e",
      code,
      moved.source.dataDir,
      moved.own.url,
    ]);
    expect(child.signal).toBe("SIGKILL");
    expect(await relations(moved.own.url)).toEqual([]);
    const { tables, rows } = await moved.source.move(moved.own.url);
    const there = await contentOf(moved.own.url);
    expect(there).toEqual(moved.source.content);
    expect(Object.keys(there)).toHaveLength(tables);
    expect(Object.values(there).flat()).toHaveLength(rows);
    const sizes = Object.entries(there).filter(([name]) => name.startsWith("public."));
    expect(sizes.filter(([, { length }]) => length !== 3)).toEqual([]);
    expect(hashOf(moved.source.dataDir)).toEqual(before);
    expect(readdirSync(join(moved.source.dataDir, "db"))).not.toContain("data.copy");
  });
});
