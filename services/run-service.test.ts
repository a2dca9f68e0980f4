/** What a signal does before and after the start of a service, and the exit codes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** A service whose start is `start`, an expression; it prints a line when the start begins. */
function serviceOf(start: string) {
  const program = `
    import { runProcess } from "#services/run-service.ts";
    const never = () => new Promise(() => setInterval(() => {}, 60_000));
    await runProcess("example", () => { console.log("begun"); return ${start}; });
    console.log("up");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "test" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  let said = "";
  const saidLine = async (line: string): Promise<void> => {
    for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
      said += String(part);
      if (said.includes(line)) return;
    }
  };
  return { child, ended, saidLine };
}

test("a signal while the service still starts ends it with 0", async () => {
  const { child, ended, saidLine } = serviceOf("never()");
  await saidLine("begun");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test.each([
  ["stops in order", "() => Promise.resolve()", 0],
  ["does not stop in order", "() => Promise.reject(new Error('no'))", 1],
])("after the start, one that %s ends with its code", async (_, stop, code) => {
  const { child, ended, saidLine } = serviceOf(
    `(setInterval(() => {}, 60_000), Promise.resolve({ stop: ${stop} }))`,
  );
  await saidLine("up");
  child.kill("SIGTERM");
  expect(await ended).toEqual([code, null]);
});

test("a start that fails ends with 1", async () => {
  const { ended } = serviceOf("Promise.reject(new Error('no port'))");
  expect(await ended).toEqual([1, null]);
});
