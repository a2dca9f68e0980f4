/** The thread of one gateway. It loads its code at once and opens its port when the message `begin` arrives. */
import { once } from "node:events";
import { parentPort, receiveMessageOnPort } from "node:worker_threads";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { systemMicroseconds } from "#lib/kernel/time/system-microseconds.ts";
import { hubLink } from "#services/venue/link/hub-link.ts";
import { Link } from "#services/venue/link/link.ts";
import type { CredentialChange, ToGateway } from "#services/venue/link/messages.ts";
import { SharedHeights } from "#services/venue/link/shared-heights.ts";
import { listen } from "./listen.ts";
import { GatewayCounters } from "./request/counters.ts";
import { CredentialMirror } from "./request/credential-mirror.ts";
import { Gateway } from "./request/gateway.ts";
import { createGatewayServer } from "./server.ts";
import type { FromGateway, ToGatewayWorker } from "./worker-messages.ts";

const REFRESH_MS = 1_000;
const DRAIN_NOTICE_MS = 250;

const main = parentPort;
if (main === null) throw new Error("a gateway's thread needs the venue that starts it");

const [begin] = (await once(main, "message")) as [ToGatewayWorker];
if (begin.type !== "begin") throw new Error("a gateway's thread begins before it ends");
const { data } = begin;

const { snapshot, counter, port: changes } = data.credentials;
const mirror = new CredentialMirror(
  snapshot,
  counter,
  () => receiveMessageOnPort(changes)?.message as CredentialChange | undefined,
);
const link = new Link((message) => {
  data.link.postMessage(message, message.commands === null ? [] : [message.commands]);
});
data.link.on("message", (answers: ToGateway) => link.receive(answers));

const shared = data.wakeMemory && new SharedHeights(data.wakeMemory);

const gateway = new Gateway({
  options: data.options,
  mirror,
  link,
  hub: hubLink(data.hub, () => shared?.wake()),
  counters: new GatewayCounters(data.counters),
  clock: systemClock,
  log: createLogger("venue", data.logLevel),
  limitClock: systemMicroseconds,
});
const { server, drain } = createGatewayServer(gateway);

// Without requests that check a credential, the changes would pile up in the port.
setInterval(() => mirror.refresh(), REFRESH_MS).unref();

const post = (message: FromGateway) => main.postMessage(message);

main.on("message", (message: ToGatewayWorker) => {
  if (message.type !== "drain") return;
  void drain(DRAIN_NOTICE_MS).then(() => {
    post({ type: "drained" });
    data.link.close();
    changes.close();
    main.close();
  });
});

const { address, port, isShared } = await listen(server, data.listen);
post({ type: "listening", host: address, port, isShared });
