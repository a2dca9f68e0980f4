/**
 * A venue proxy whose faults are requested over HTTP, for tests in other processes: POST to FAULTS_PATH adds one, GET lists
 * those that wait, DELETE ends all of them or the one of `?id=`.
 */
import { z } from "zod";
import { FaultList, requestedFaultSchema } from "./faults.ts";
import {
  type ProxiedAnswer,
  type ProxiedRequest,
  startVenueProxy,
  type VenueProxy,
} from "./venue-proxy.ts";

/** A path that no venue has. */
export const FAULTS_PATH = "/test/faults";

export function startFaultProxy(venueUrl: string): Promise<VenueProxy> {
  const faults = new FaultList();
  return startVenueProxy({
    venueUrl,
    faultOf: (request) => faults.take(request),
    ownAnswer: (request) => (request.path === FAULTS_PATH ? control(faults, request) : undefined),
  });
}

function control(faults: FaultList, { method, target, body }: ProxiedRequest): ProxiedAnswer {
  if (method === "GET") return answer(200, { results: faults.list() });
  if (method === "DELETE") {
    const id = new URLSearchParams(target.split("?", 2)[1]).get("id");
    return answer(200, { cleared: faults.clear(id === null ? undefined : Number(id)) });
  }
  if (method !== "POST") return answer(405, { problem: "GET, POST or DELETE" });
  const parsed = requestedFaultSchema.safeParse(JSON.parse(body.toString()));
  return parsed.success
    ? answer(201, { id: faults.add(parsed.data) })
    : answer(400, { problem: z.prettifyError(parsed.error) });
}

function answer(status: number, body: object): ProxiedAnswer {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
