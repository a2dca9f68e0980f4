/** One address cannot take all connections of a process that has few clients. */
import { globSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { listen } from "./http-server.ts";
import { createServiceServer } from "./service-server.ts";

const TRIED = 600;
const MOST = 500;

const server = createServiceServer();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

test("idle connections of an address are cut to its limit, and another address is served", async () => {
  server.on("request", (_, response) => response.end("served"));
  const { port } = await listen(server, { host: "127.0.0.1", port: 0, setting: "PORT" });
  let closed = 0;
  for (let count = 0; count < TRIED; count += 1) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.7" });
    socket.on("error", () => {});
    socket.once("close", () => {
      closed += 1;
    });
    sockets.push(socket);
  }
  await vi.waitFor(() => expect(closed).toBe(TRIED - MOST));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("served");
});

test("every server of a service has a limit of connections", () => {
  const without = globSync("services/**/*.ts")
    .filter((path) => !/\.test(?:ing)?\.ts$|\.rounds|\/testing\//.test(path))
    .filter((path) => {
      const source = readFileSync(path, "utf8");
      return source.includes("createHttpServer(") && !source.includes("limitConnections(");
    });
  expect(without).toEqual([]);
});
