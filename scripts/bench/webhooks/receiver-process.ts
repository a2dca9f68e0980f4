/**
 * A receiver of deliveries in its own process. `/ok…` answers 200, `/flaky…` fails each delivery six times and then answers
 * 200, `/hang…` never answers.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One less than the attempts that a delivery has. */
const FAILURES = 6;

const failures = new Map<string, number>();

function statusFor(path: string, delivery: string): number | undefined {
  if (path.startsWith("/hang")) return undefined;
  if (!path.startsWith("/flaky")) return 200;
  const failed = failures.get(delivery) ?? 0;
  failures.set(delivery, failed + 1);
  return failed < FAILURES ? 503 : 200;
}

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const status = statusFor(request.url ?? "", String(request.headers["x-svc-delivery-id"]));
    if (status !== undefined) response.writeHead(status, { "content-length": 2 }).end("ok");
  });
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
