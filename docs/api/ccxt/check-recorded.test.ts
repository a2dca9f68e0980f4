/** The class in Python sends the requests that are recorded of the one in JavaScript; the deep set records those from the published package. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const CHECK = fileURLToPath(new URL("check_recorded.py", import.meta.url));
const NEEDED = "import cryptography";

test("the class in Python sends every request as it is recorded", (context) => {
  const { error, status: has } = spawnSync("python3", ["-c", NEEDED]);
  if (error !== undefined || has !== 0) context.skip("python3 or its cryptography is missing");
  const { status, stdout, stderr } = spawnSync("python3", ["-B", CHECK], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d{2,} calls, 0 differences/)]);
});
