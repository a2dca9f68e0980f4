import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { Aside } from "./aside.ts";

const root = process.cwd();
const node = process.execPath;
const { PRIORITY_LOW } = constants.priority;
/** A program that yields to all other work may wait long on a busy machine. */
const timeout = 120_000;

test("shows nothing until it is asked to, then all output in order, and ends with the program's exit code", {
  timeout,
}, async () => {
  const program = "console.log('one'); console.error('two'); process.exitCode = 3;";
  const aside = new Aside(node, ["-e", program], { root });
  const shown: string[] = [];
  expect(await aside.end((text) => shown.push(text))).toBe(3);
  expect(shown.join("")).toContain("one\n");
  expect(shown.join("")).toContain("two\n");
});

test("keeps the output from before it was asked for", { timeout }, async () => {
  const aside = new Aside(node, ["-e", "console.log('early')"], { root });
  await aside.ended;
  const shown: string[] = [];
  expect(await aside.end((text) => shown.push(text))).toBe(0);
  expect(shown.join("")).toBe("early\n");
});

test.skipIf(process.platform === "win32")(
  "yields to all other work until a caller waits for it",
  { timeout },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "aside-"));
    const said = join(folder, "priority");
    const write = `fs.writeFileSync(${JSON.stringify(said)}, String(os.getPriority()))`;
    const aside = new Aside(node, ["-e", `setInterval(() => ${write}, 50)`], {
      root,
      priority: PRIORITY_LOW,
    });
    const becomes = (priority: string) =>
      vi.waitFor(() => expect(readFileSync(said, "utf8")).toBe(priority), timeout / 2);
    // Counted from the priority of the tests.
    await becomes(String(Math.min(PRIORITY_LOW, getPriority() + PRIORITY_LOW)));
    const ended = aside.end(() => undefined);
    if (process.platform === "linux" && process.getuid?.() === 0) await becomes("0");
    await aside.stop();
    expect(await ended).toBe(1);
    rmSync(folder, { recursive: true });
  },
);

test("counts a program that a signal ends as failed, and ignores a stop after the end", {
  timeout,
}, async () => {
  const aside = new Aside(node, ["-e", "setInterval(() => {}, 1_000)"], { root });
  await aside.stop();
  expect(await aside.end(() => undefined)).toBe(1);
  await aside.stop();
});
