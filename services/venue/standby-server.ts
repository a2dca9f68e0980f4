/** What a venue answers while another process is the primary: that it is not, and who is. */
import { ServiceError, toErrorBody } from "#lib/platform/errors.ts";
import { closeServer, createHttpServer, listen, send } from "#lib/platform/http-server.ts";

const HEALTH = "/healthz";

export type StandbyServer = {
  host: string;
  port: number;
  /** The primary's address, once it is known. */
  primary: string | undefined;
  /** Frees the port. */
  close: () => Promise<void>;
};

export async function startStandbyServer(place: {
  host: string;
  port: number;
}): Promise<StandbyServer> {
  const http = createHttpServer();
  const { address, port } = await listen(http, { ...place, setting: "VENUE_PORT" });
  const server: StandbyServer = {
    host: address,
    port,
    primary: undefined,
    close: () => closeServer(http, 0),
  };
  const { status, body } = toErrorBody(new ServiceError("NOT_PRIMARY"));
  http.on("request", (request, response) => {
    if (request.url === HEALTH) return send(response, 200, { status: "ok" });
    const { primary } = server;
    const refusal = primary === undefined ? body : { ...body, data: { primary } };
    // A body that nobody reads would be taken for the next request.
    send(response, status, refusal, { "retry-after": "1", connection: "close" });
  });
  return server;
}
