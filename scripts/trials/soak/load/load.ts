/** The whole load of a soak: everything that the product does, each kind at a low rate. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newVisitor } from "#scripts/dev/clients/wallet-session.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";
import { fillVenue } from "./full-venue.ts";
import { MachineOwner, type Receiver } from "./machines.ts";
import { StreamCrowd } from "./streams.ts";
import { inTurn, type Tally } from "./tally.ts";
import { Trader } from "./traders.ts";
import {
  ownData,
  ownPages,
  partnerData,
  publicData,
  publicPages,
  signIns,
  traderData,
} from "./visitors.ts";

const TRADERS = 4;
/** Four keys may propose 240 orders an hour, more than `RATES` asks for. */
const OWNERS = 4;
const SIGN_IN_WALLETS = 12;
const STREAMS_PER_SECOND = 2;
/** The second and last attempt of a delivery whose first failed is 10 s later. */
const DELIVERY_WAIT_MS = 30_000;

/** Rounds a second. */
const RATES = {
  "public pages": 0.5,
  "own pages": 0.3,
  "public data": 2,
  "own data": 0.5,
  "trader data": 0.5,
  "partner data": 0.3,
  "orders that rest": 1,
  "orders that trade": 0.2,
  transfers: 1 / 60,
  "sign-ins": 0.1,
  "key validations": 2,
  "tool calls": 1,
  proposals: 1 / 20,
} as const;

export type LoadParts = {
  endpoints: Endpoints;
  sandbox: string;
  receiver: Receiver;
  tally: Tally;
  streams: number;
};

/** Makes the people, starts everything. @returns what ends it @throws Error when a person cannot be made */
export async function startLoad(parts: LoadParts): Promise<() => Promise<void>> {
  const { endpoints, sandbox, receiver, tally, streams } = parts;
  const { app, personas } = endpoints;
  const traders: Trader[] = [];
  const urls = { app, venue: endpoints.venue, sandbox };
  await fillVenue(urls);
  for (let made = 0; made < TRADERS; made += 1) traders.push(await Trader.prepared(urls));
  const owners: MachineOwner[] = [];
  for (let made = 0; made < OWNERS; made += 1) {
    owners.push(await MachineOwner.prepared(app, receiver.target));
  }
  const partner = await newVisitor(app, personas.partner.seed);
  const trader = inTurn(traders);
  const changing = inTurn(traders);
  const owner = inTurn(owners);
  const proposer = inTurn(owners);
  const wallets = Array.from({ length: SIGN_IN_WALLETS }, () => randomBytes(32).toString("hex"));
  const visitorsOfOwners = owners.map(({ visitor }) => visitor);
  const visitorsOfTraders = traders.map(({ visitor }) => visitor);
  const tools = inTurn([
    { method: "tools/list", params: {} },
    {
      method: "tools/call",
      params: { name: "get_price", arguments: { market: "BTCUSDC" } },
    },
  ]);
  const work: Record<keyof typeof RATES, () => Promise<void>> = {
    "public pages": publicPages(app),
    "own pages": ownPages(visitorsOfTraders),
    "public data": publicData(app),
    "own data": ownData(visitorsOfOwners),
    "trader data": traderData(visitorsOfTraders),
    "partner data": partnerData(partner),
    "orders that rest": () => trader().rest(),
    "orders that trade": () => changing().trade(),
    transfers: () => trader().transfer(),
    "sign-ins": signIns(app, wallets),
    "key validations": () => owner().validate(),
    "tool calls": () => owner().call(tools()),
    proposals: () => proposer().propose(),
  };
  for (const kind of Object.keys(RATES) as (keyof typeof RATES)[]) {
    tally.every(kind, RATES[kind], work[kind]);
  }
  const crowd = new StreamCrowd(app, tally);
  crowd.start(streams, STREAMS_PER_SECOND);
  return async () => {
    await tally.drain();
    await tally.attempt("deliveries", () => everythingDelivered(receiver, tally));
    tally.stop();
    crowd.stop();
  };
}

/** @throws Error when an announced proposal has not arrived in time */
async function everythingDelivered(receiver: Receiver, tally: Tally): Promise<void> {
  const due = tally.counts.get("proposals")?.done ?? 0;
  const got = () => receiver.counts.get("agentic.intent") ?? 0;
  const giveUpAt = performance.now() + DELIVERY_WAIT_MS;
  while (got() < due) {
    if (performance.now() > giveUpAt)
      throw new Error(`${got()} of ${due} proposals were delivered`);
    await sleep(500);
  }
}
