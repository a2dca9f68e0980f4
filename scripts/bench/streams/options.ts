/** The options of a run. */
import { parseArgs } from "node:util";
import { HAS_MANY_ADDRESSES } from "./addresses.ts";

export type Options = {
  clients: number;
  /** Length of one measured window. */
  seconds: number;
  rounds: number;
  peers: string[];
  /** All clients stay connected to the app for so long, with samples. */
  minutes: number;
  /** Measures pages, slow readers and memory of the app after the rounds. */
  phases: boolean;
  /** Writes the results of a whole run to `docs/scaling-constants.json`. */
  record: boolean;
  /** Few clients, all of them parsed in full; reports nothing about speed. */
  smoke: boolean;
};

const CLIENTS = 5_000;
const SMOKE_CLIENTS = HAS_MANY_ADDRESSES ? 200 : 30;
const PEERS = ["ours", "plain", "nchan"];

/** @throws Error on an unknown option, or on options that exclude each other */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: "string" },
      seconds: { type: "string" },
      rounds: { type: "string" },
      peers: { type: "string" },
      minutes: { type: "string", default: "0" },
      "no-phases": { type: "boolean", default: false },
      record: { type: "boolean", default: false },
      smoke: { type: "boolean", default: false },
    },
  });
  const { smoke } = values;
  const number = (text: string | undefined, otherwise: number) => {
    const value = text === undefined ? otherwise : Number(text);
    if (!(value >= 0)) throw new Error(`${text} is not a number`);
    return value;
  };
  const peers = (values.peers ?? (smoke ? "ours" : PEERS.join(","))).split(",");
  for (const peer of peers) if (!PEERS.includes(peer)) throw new Error(`there is no peer ${peer}`);
  if (values.record && (smoke || values["no-phases"])) {
    throw new Error("--record needs a whole run: the memory of a connection is measured last");
  }
  return {
    clients: number(values.clients, smoke ? SMOKE_CLIENTS : CLIENTS),
    seconds: number(values.seconds, smoke ? 4 : 20),
    rounds: number(values.rounds, smoke ? 1 : 3),
    peers,
    minutes: number(values.minutes, 0),
    phases: !smoke && !values["no-phases"],
    record: values.record,
    smoke,
  };
}
