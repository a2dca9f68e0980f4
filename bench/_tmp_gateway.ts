import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, limit, OPERATOR_KEY, TestTrader } from "#services/venue/testing.ts";
import { load, requestBytes } from "./_load.ts";

const N = Number(process.argv[2] ?? 10000);
async function start(script: string, args: string[], env: Record<string, string>) {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...(process.env["PROF"] && script.includes("main") ? process.env["PROF"].split(" ") : []),
      script,
      ...args,
    ],
    { env: { NODE_ENV: "production", ...env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const port = await new Promise<number>((resolve) =>
    child.stdout?.on("data", (d: Buffer) => {
      const f = /"port":(\d+)/.exec(d.toString())?.[1];
      if (f) resolve(Number(f));
    }),
  );
  return {
    port,
    pid: child.pid!,
    child,
    stop: async () => {
      const e = new Promise((r) => child.once("exit", r));
      child.kill("SIGTERM");
      await e;
    },
  };
}
async function threads(pid: number) {
  const out: Record<string, number> = {};
  for (const t of await readdir(`/proc/${pid}/task`)) {
    const s = await readFile(`/proc/${pid}/task/${t}/stat`, "utf8");
    const f = s.slice(s.lastIndexOf(")") + 2).split(" ");
    out[t + " " + s.slice(s.indexOf("(") + 1, s.lastIndexOf(")"))] =
      (Number(f[11]) + Number(f[12])) * 10;
  }
  return out;
}
const folder = await mkdtemp(join(tmpdir(), "gwbench-"));
const v = await start("services/venue/main.ts", [], {
  DATA_DIR: folder,
  VENUE_PORT: "0",
  VENUE_OPERATOR_KEY: OPERATOR_KEY,
  VENUE_GATEWAYS: process.env["GW"] ?? "1",
  VENUE_ADDRESS_LIMIT: "1000000",
});
const url = `http://127.0.0.1:${v.port}`;
const op = (p: string, b: object) =>
  call(`${url}${p}`, {
    method: "POST",
    headers: { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(b),
  });
await op("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
const keep = setInterval(
  () => void op("/v1/operator/marks", { marks: { BTCUSDC: "64000" } }),
  1000,
);
const traders = [new TestTrader(url, "a"), new TestTrader(url, "b")];
const keys: string[][] = [[], []];
for (const [i, t] of traders.entries()) {
  await op("/v1/operator/deposits", {
    account: t.address,
    amount: "1000000000",
    reference: t.address,
  });
  for (let k = 0; k < 150; k++) {
    const a = await t.createKey(Date.now() + k);
    keys[i]!.push(t.key);
    if (a.status !== 201) throw new Error(JSON.stringify(a.body));
  }
}
const now = Date.now();
const reqs = Array.from({ length: N + 2000 }, (_, i) => {
  const sells = i % 2 === 0;
  const t = traders[i % 2]!;
  t.key = keys[i % 2]![(i >> 1) % 150]!;
  const body = limit(sells ? "SELL" : "BUY", "0.001", "64000");
  if (!sells) body.time_in_force = "IOC";
  const r = t.placeRequest(body, now - 12_000 + (i >> 1));
  return requestBytes("POST /v1/orders", r.headers as never, r.body);
});
await load(v.port, reqs.slice(0, 2000), 64);
const t0 = await threads(v.pid);
const r = await load(v.port, reqs.slice(2000), 64);
const t1 = await threads(v.pid);
clearInterval(keep);
console.log(
  "venue",
  Math.round(r.perSecond),
  "p50",
  r.p50.toFixed(1),
  "p99",
  r.p99.toFixed(1),
  r.statuses,
);
for (const [k, ms] of Object.entries(t1)) {
  const d = ms - (t0[k] ?? 0);
  if (d > 20) console.log("  thread", k, `${((d * 1000) / N).toFixed(1)} us/order`);
}
await v.stop();
await rm(folder, { recursive: true });
const pk = Buffer.from(traders[0]!.publicKey).toString("hex");
const b = await start("bench/_bare-server.ts", ["verify", pk], {});
const rq = requestBytes(
  "POST /",
  traders[0]!.placeRequest(limit("SELL", "0.001", "64000"), now).headers as never,
  traders[0]!.placeRequest(limit("SELL", "0.001", "64000"), now).body,
);
await load(b.port, Array(2000).fill(rq), 64);
const c0 = await threads(b.pid);
const br = await load(b.port, Array(N).fill(rq), 64);
const c1 = await threads(b.pid);
console.log("bare verify", Math.round(br.perSecond), br.statuses);
for (const [k, ms] of Object.entries(c1)) {
  const d = ms - (c0[k] ?? 0);
  if (d > 20) console.log("  thread", k, `${((d * 1000) / N).toFixed(1)} us/order`);
}
b.child.kill();
