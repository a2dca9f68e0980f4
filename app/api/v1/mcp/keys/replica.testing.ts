/**
 * For tests: a replica of the app as a process, with the handlers of MCP keys and without Next, on the database of the
 * command line. The header `x-test-now` sets its clock. It prints a line of JSON with its port.
 */
import "#lib/platform/process/server-marker.ts";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { openReplica } from "#lib/machines/keys/replica.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { POST as rotate } from "./[id]/rotate/route.ts";
import { DELETE as revokeOne } from "./[id]/route.ts";
import { POST as create, DELETE as revokeAll } from "./route.ts";
import { GET as validate } from "./validate/route.ts";

const [databaseUrl = ""] = process.argv.slice(2);
const replica = await openReplica(databaseUrl);

function handlerOf(method: string, path: string): RouteHandler {
  if (path.endsWith("/validate")) return validate;
  if (path.endsWith("/rotate")) return rotate;
  if (method === "POST") return create;
  return path.endsWith("/keys") ? revokeAll : revokeOne;
}

async function answer(request: IncomingMessage): Promise<Response> {
  const { method = "GET", url = "", headers } = request;
  replica.setClock(Number(headers["x-test-now"] ?? Date.now()));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = ""] = url.split("?", 1);
  const id = /keys\/(mcp_\w+)/.exec(path)?.[1];
  const web = new Request(`http://app${url}`, {
    method,
    headers: Object.entries(headers).filter(
      (pair): pair is [string, string] => typeof pair[1] === "string",
    ),
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
  return handlerOf(method, path)(web, { params: Promise.resolve({ id }) });
}

const server = createServer((request, response) => {
  void answer(request).then(async (answered) => {
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
process.on("SIGTERM", () => {
  void replica.close().then(() => process.exit(0));
});
