/** Builds the peer page and serves it, with the app's data on the same origin. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "vite";

const HTML = `<!doctype html><meta charset="utf-8"><title>peer</title>
<style>body{margin:0;font:12px monospace;background:#111;color:#ddd}main{display:grid;grid-template-columns:1fr 280px 280px}
.row{display:flex;justify-content:space-between}</style><div id="root"></div><script type="module" src="/naive.js"></script>`;

export type NaivePage = { url: string; stop: () => Promise<void> };

/** @param app the origin of history and stream */
export async function startNaivePage(root: string, app: string): Promise<NaivePage> {
  const script = await buildPage(join(root, "e2e", "bench", "naive", "page.tsx"));
  const server = http.createServer((request, response) => {
    if (request.url === "/") {
      response.writeHead(200, { "content-type": "text/html" }).end(HTML);
    } else if (request.url === "/naive.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    } else {
      pass(app, request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${port}/`, stop };
}

function pass(app: string, request: http.IncomingMessage, response: http.ServerResponse): void {
  const upstream = http.request(new URL(request.url ?? "/", app), (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  upstream.end();
}

async function buildPage(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    mode: "production",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, rollupOptions: { input: entry } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const output = first !== undefined && "output" in first ? first.output : [];
  const chunk = output.find((one) => one.type === "chunk" && one.isEntry);
  if (chunk?.type !== "chunk") throw new Error("The peer page could not be built.");
  return chunk.code;
}
