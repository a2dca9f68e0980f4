/** For tests: connections with a request head that is never finished, from chosen loopback addresses. */
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";

export class UnfinishedHeads {
  readonly #url: string;
  readonly #sockets: Socket[] = [];

  /** @param url of the server */
  constructor(url: string) {
    this.#url = url;
  }

  /** Resolves when each is connected, or refused. */
  async open(count: number, localAddress: string): Promise<Socket[]> {
    const port = Number(new URL(this.#url).port);
    const opened = Array.from({ length: count }, () => {
      const socket = connect({ port, host: "127.0.0.1", localAddress });
      socket.on("error", () => {});
      socket.resume();
      socket.write("GET /v1/time HTTP/1.1\r\nHost: x\r\nX-A: ");
      return socket;
    });
    this.#sockets.push(...opened);
    await Promise.all(
      opened.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])),
    );
    return opened;
  }

  /** Resolves to the status of a whole request, over a new connection; `undefined` when the connection is refused. */
  askFrom(localAddress: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      const asking = request(`${this.#url}/v1/time`, { localAddress, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asking.on("error", () => resolve(undefined));
      asking.end();
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

export const openOf = (some: Socket[]) => some.filter(({ closed }) => !closed).length;
