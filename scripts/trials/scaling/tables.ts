/** The tables of `docs/scaling.md`, computed from measurements and from numbers that are decisions. */

import type { ScalingConstants } from "#scripts/bench/shared/scaling-constants.ts";
import { markdownTable } from "#scripts/dev/markdown-table.ts";
import { ADDRESS_LIMIT } from "#services/venue/config.ts";

/** The limit of docs/api/streams.md. */
const STREAMS_PER_REPLICA = 5_000;
/** The rest of the replica's thread is for pages, orders and bursts. */
const STREAM_CORE_SHARE = 0.6;
/** The share of one core that the venue may spend on reads; the rest is for orders. */
const VENUE_READ_BUDGET = 0.1;
/** Seconds between reads of one replica (docs/api/streams.md). */
const EVERY_SECONDS = { stats: 0.5, block: 1, trades: 1, bbo: 0.35, orderbook: 0.6 } as const;
/** IPv4 and TCP with timestamps. */
const HEADER_BYTES_PER_WRITE = 52;
/** Header, nonce and tag of a TLS 1.3 record. */
const TLS_BYTES_PER_WRITE = 22;
const VIEWERS = [1_000, 5_000, 20_000, 100_000, 1_000_000];
const REPLICAS = [1, 4, 20, 200];
const MARKETS = [
  { listed: 3, followed: 3 },
  { listed: 20, followed: 10 },
  { listed: 100, followed: 40 },
];
/** Largest socket send buffers in bytes: the Linux default, and one below and one above it. */
const SEND_BUFFERS = [4_194_304, 262_144, 65_536];

export type Table = { name: string; text: string };

export function scalingTables(constants: ScalingConstants): Table[] {
  return [
    { name: "replica", text: replicaTable(constants) },
    { name: "viewers", text: viewersTable(constants) },
    { name: "venue", text: venueTable(constants) },
    { name: "buffers", text: buffersTable() },
  ];
}

/** Share of one core that a client costs a replica. */
export function coreSharePerClient(constants: ScalingConstants): number {
  return microsecondsPerClient(constants) / 1e6;
}

/** Microseconds of CPU per second. */
function microsecondsPerClient({ streams }: ScalingConstants): number {
  return streams.eventsPerSecond * streams.cpuMillisecondsPerThousandEvents;
}

/** Bytes per second of one client on the wire, headers and TLS included. */
export function wireBytes({ streams }: ScalingConstants): number {
  const overhead = HEADER_BYTES_PER_WRITE + TLS_BYTES_PER_WRITE;
  return streams.bytesPerSecond + streams.writesPerSecond * overhead;
}

/** Clients that fit on one core, by the share that streams may use. */
export function clientsPerCore(constants: ScalingConstants): number {
  return Math.floor((STREAM_CORE_SHARE * 1e6) / microsecondsPerClient(constants));
}

/** Reads per second that one replica makes at the venue. */
export function readsPerSecond(markets: { listed: number; followed: number }): number {
  const { stats, block, trades, bbo, orderbook } = EVERY_SECONDS;
  return (
    1 / stats + 1 / block + markets.listed / trades + markets.followed * (1 / bbo + 1 / orderbook)
  );
}

/** Number of independently polling replicas whose reads use up the venue's budget. */
export function replicasWithinBudget(
  { venue }: ScalingConstants,
  markets: { listed: number; followed: number },
): number {
  const seconds = (readsPerSecond(markets) * venue.cpuMicrosecondsPerRead) / 1e6;
  return Math.floor(VENUE_READ_BUDGET / seconds);
}

function replicaTable(constants: ScalingConstants): string {
  const { streams } = constants;
  const perClient = coreSharePerClient(constants);
  const gigabytes = (STREAMS_PER_REPLICA * streams.kilobytesPerConnection * 1_024) / 1e9;
  const measured = `Measured ${streams.measuredAt} with ${count(streams.clients)} clients on one core of: ${streams.cpu}.`;
  const figures = markdownTable(
    ["one replica", "a client", `${count(STREAMS_PER_REPLICA)} clients`],
    [
      [
        "events a second",
        fixed(streams.eventsPerSecond, 1),
        count(streams.eventsPerSecond * STREAMS_PER_REPLICA),
      ],
      [
        "CPU",
        `${fixed(microsecondsPerClient(constants), 0)} µs a second`,
        `${fixed(perClient * STREAMS_PER_REPLICA * 100, 0)} % of a core`,
      ],
      [
        "bytes on the wire",
        `${fixed((wireBytes(constants) * 8) / 1e3, 0)} kbit/s`,
        `${fixed((wireBytes(constants) * 8 * STREAMS_PER_REPLICA) / 1e6, 0)} Mbit/s`,
      ],
      [
        "memory of the process",
        `${fixed(streams.kilobytesPerConnection, 1)} KB`,
        `${fixed(gigabytes, 2)} GB`,
      ],
      [`clients at ${STREAM_CORE_SHARE * 100} % of a core`, "", count(clientsPerCore(constants))],
    ],
  );
  return `${figures}\n\n${measured}`;
}

function viewersTable(constants: ScalingConstants): string {
  const perReplica = Math.min(STREAMS_PER_REPLICA, clientsPerCore(constants));
  const rows = VIEWERS.map((viewers) => {
    const replicas = Math.ceil(viewers / perReplica);
    const cores = viewers * coreSharePerClient(constants);
    const gigabits = (viewers * wireBytes(constants) * 8) / 1e9;
    const gigabytes = (viewers * constants.streams.kilobytesPerConnection * 1_024) / 1e9;
    const reads = replicas * readsPerSecond({ listed: 3, followed: 3 });
    const venueShare = (reads * constants.venue.cpuMicrosecondsPerRead) / 1e6;
    return [
      count(viewers),
      count(replicas),
      fixed(cores, 1),
      `${fixed(gigabytes, 1)} GB`,
      `${fixed(gigabits, 2)} Gbit/s`,
      `${count(reads)}/s`,
      `${fixed(venueShare * 100, 0)} % of a core`,
    ];
  });
  const head = [
    "viewers",
    "replicas",
    "cores of streams",
    "memory",
    "to the clients",
    "venue reads",
    "cost to the venue",
  ];
  return markdownTable(head, rows);
}

function venueTable(constants: ScalingConstants): string {
  const rows = MARKETS.map((markets) => {
    const reads = readsPerSecond(markets);
    const ofAddress = (reads * 60) / ADDRESS_LIMIT;
    return [
      `${markets.listed} listed, ${markets.followed} followed`,
      `${count(ofAddress * 100)} %`,
      ...REPLICAS.map((replicas) => `${count(replicas * reads)}/s`),
      count(replicasWithinBudget(constants, markets)),
    ];
  });
  const head = [
    "markets",
    "1 replica, of a stranger's limit",
    ...REPLICAS.map((replicas) => `${replicas} replica${replicas === 1 ? "" : "s"}`),
  ];
  return markdownTable([...head, "polling is enough up to"], rows);
}

function buffersTable(): string {
  const stalled = STREAMS_PER_REPLICA / 10;
  const gigabytes = (bytes: number, readers: number) => `${fixed((bytes * readers) / 1e9, 2)} GB`;
  const rows = SEND_BUFFERS.map((bytes) => [
    count(bytes),
    gigabytes(bytes, stalled),
    gigabytes(bytes, STREAMS_PER_REPLICA),
  ]);
  const head = [
    "largest send buffer, bytes",
    `${count(stalled)} readers stop`,
    `${count(STREAMS_PER_REPLICA)} stop`,
  ];
  return markdownTable(head, rows);
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function fixed(value: number, digits: number): string {
  return value.toFixed(digits);
}
