/** The given number of inputs of all kinds, from one seed. */
import { once } from "node:events";
import { ByteFuzzer } from "./fuzz-bytes.ts";
import { HttpFuzzer } from "./fuzz-http.ts";
import { fuzzDecimal } from "./fuzz-numbers.ts";
import { fuzzSocket } from "./fuzz-socket.ts";
import { Random } from "./random.ts";

const AT_ONCE = 50;
/** Per hundred inputs: the rest are bytes. */
const DECIMALS = 45;
const REQUESTS = 30;
const MAX_CONNECTIONS = 3_000;

/** Statuses of the answers. @throws Error that shows the first input that is handled wrongly */
export async function fuzz(inputs: number, seed: number): Promise<ReadonlyMap<number, number>> {
  const random = new Random(seed);
  const limit = Error.stackTraceLimit;
  // Most inputs end in an Error: collecting its stack takes longer than the rest.
  Error.stackTraceLimit = 0;
  try {
    const decimals = Math.floor((inputs * DECIMALS) / 100);
    for (let count = 0; count < decimals; count += 1) fuzzDecimal(random);
    const requests = Math.floor((inputs * REQUESTS) / 100);
    const bytes = new ByteFuzzer(random);
    for (let count = decimals + requests; count < inputs; count += 1) bytes.next();
    return await fuzzGateway(requests, random);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

async function fuzzGateway(requests: number, random: Random): Promise<ReadonlyMap<number, number>> {
  const http = await HttpFuzzer.open(random);
  try {
    for (let count = 0; count < requests; count += AT_ONCE) await http.next(AT_ONCE);
    http.server.listen(0, "127.0.0.1");
    await once(http.server, "listening");
    const connections = Math.min(MAX_CONNECTIONS, Math.ceil(requests / 50));
    for (let count = 0; count < connections; count += 1) await fuzzSocket(http.server, random);
    // The venue still answers a valid request.
    await http.next(1);
  } finally {
    http.server.close();
    http.server.closeAllConnections();
    await http.close();
  }
  return http.statuses;
}
