/** The gateways' messages to the hub, read without waiting: the follower's thread has no event loop. */
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { AccountHub, HubPort } from "#services/venue/account-events/account-hub.ts";
import type { FromHub, ToHub } from "#services/venue/link/hub-messages.ts";

export class HubPorts {
  readonly #hub: AccountHub;
  readonly #ports: { port: MessagePort; hubPort: HubPort }[] = [];
  #waiting: { from: HubPort; message: ToHub }[] = [];

  constructor(hub: AccountHub) {
    this.#hub = hub;
  }

  add(port: MessagePort): void {
    this.#ports.push({ port, hubPort: hubPortOf(port) });
  }

  /** Takes what has arrived. */
  take(): void {
    for (const { port, hubPort } of this.#ports) {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        this.#waiting.push({ from: hubPort, message: next.message as ToHub });
      }
    }
  }

  /** Answers what was taken; everything durable by then is applied. */
  answer(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { from, message } of waiting) this.#hub.receive(from, message);
  }
}

export function hubPortOf(port: MessagePort): HubPort {
  return { post: (message: FromHub) => port.postMessage(message) };
}
