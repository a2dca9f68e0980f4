/** Pages of the mailbox. Messages are shown as text, and their HTML part only in a frame without rights. */
import type { ServerResponse } from "node:http";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";
import type { Mailbox, Message } from "./mailbox.ts";

const LABEL = '<p class="tag">Simulated mailbox — nothing here was really sent</p>';
const TITLE = "Simulated mailbox";
const MAX_SHOWN = 50;
const MAX_ADDRESSES = 12;
const MAX_SHOWN_CHARACTERS = 20_000;
const REFRESH_SECONDS = 5;
const LINK = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;

export type MailList = {
  /** Only what was sent to this address; empty for all. */
  to: string;
  refreshes: boolean;
};

export function mailListPage(
  response: ServerResponse,
  mailbox: Mailbox,
  { to, refreshes }: MailList,
): void {
  const messages = mailbox.list(to);
  const addresses = [...new Set(mailbox.list().map((message) => message.to.toLowerCase()))];
  const body = `<main><header class="card">${LABEL}
<h1>${to ? `Mail to <bdi>${escapeHtml(to)}</bdi>` : "All mail"}</h1>
<form class="filter" method="get" action="/mail"><label>Sent to
<input type="email" name="to" value="${escapeHtml(to)}" list="addresses" autocapitalize="none" spellcheck="false"></label>
<button class="quiet">Show</button></form>
<datalist id="addresses">${addresses.map((address) => `<option value="${escapeHtml(address)}">`).join("")}</datalist>
<ul class="chips">${chips(to, addresses)}</ul>
<p class="muted">${refreshLine(to, refreshes)}</p></header>
${messages.length === 0 ? nothing(to) : messages.slice(0, MAX_SHOWN).map(card).join("")}
${messages.length > MAX_SHOWN ? `<p class="muted">The newest ${MAX_SHOWN} of ${messages.length}.</p>` : ""}</main>`;
  sendPage(response, 200, {
    title: `${messages.length} – ${TITLE}`,
    body,
    ...(refreshes && { refreshSeconds: REFRESH_SECONDS }),
  });
}

export function messagePage(response: ServerResponse, message: Message | undefined): void {
  if (!message) {
    const body = `<main><div class="card">${LABEL}<h1>This message is not kept any more</h1>
<p><a class="more" href="/mail">All mail</a></p></div></main>`;
    return sendPage(response, 404, { title: TITLE, body });
  }
  const body = `<main><p><a class="more" href="/mail?to=${encodeURIComponent(message.to)}">All mail to <bdi>&nbsp;${escapeHtml(message.to)}</bdi></a></p>
<article class="card">${LABEL}<h1><bdi>${escapeHtml(subjectOf(message))}</bdi></h1>
${facts(message)}<pre>${withLinks(message.text)}</pre></article>
${message.html === null ? "" : framed(message.html)}</main>`;
  return sendPage(response, 200, {
    title: `${subjectOf(message)} – ${TITLE}`,
    body,
    framesStyled: true,
  });
}

/** No scripts, forms or plug-ins, and an origin of its own; a link opens in a new tab. */
function framed(html: string): string {
  const page = `<base target="_blank">${html}`;
  return `<section class="card"><h2>HTML part</h2><iframe title="HTML part of the message"
sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"
srcdoc="${escapeHtml(page)}"></iframe></section>`;
}

function card(message: Message): string {
  const href = `/mail/message?id=${encodeURIComponent(message.id)}`;
  const whole = message.text.length <= MAX_SHOWN_CHARACTERS;
  const text = whole ? message.text : `${message.text.slice(0, MAX_SHOWN_CHARACTERS)}…`;
  return `<article class="card"><h2><a href="${href}"><bdi>${escapeHtml(subjectOf(message))}</bdi></a></h2>
${facts(message)}<pre>${withLinks(text)}</pre>
${whole ? "" : '<p class="muted">The rest is on the page of the message.</p>'}
${message.html === null ? "" : `<a class="more" href="${href}">Show the HTML part</a>`}</article>`;
}

function facts({ to, from, receivedAt }: Message): string {
  const time = new Date(receivedAt).toISOString();
  return `<dl><dt>To</dt><dd><bdi>${escapeHtml(to)}</bdi></dd><dt>From</dt><dd><bdi>${escapeHtml(from)}</bdi></dd>
<dt>Received</dt><dd><time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></dd></dl>`;
}

function subjectOf({ subject }: Message): string {
  return subject || "(no subject)";
}

function withLinks(text: string): string {
  return text
    .split(LINK)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      if (index % 2 === 0) return escaped;
      return `<a href="${escaped}" target="_blank" rel="noopener noreferrer">${escaped}</a>`;
    })
    .join("");
}

function chips(to: string, addresses: readonly string[]): string {
  const links = addresses
    .slice(0, MAX_ADDRESSES)
    .map((address) => link(`/mail?to=${encodeURIComponent(address)}`, address));
  if (to) links.unshift(link("/mail", "all addresses"));
  return links.map((one) => `<li>${one}</li>`).join("");
}

function refreshLine(to: string, refreshes: boolean): string {
  const query = new URLSearchParams({ ...(to && { to }), ...(refreshes && { refresh: "off" }) });
  const text = refreshes ? "Stop refreshing" : "Refresh every few seconds";
  return `${refreshes ? `Refreshes every ${REFRESH_SECONDS} seconds. ` : ""}${link(query.size > 0 ? `/mail?${query}` : "/mail", text)}`;
}

function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

function nothing(to: string): string {
  return `<p class="card">${to ? "Nothing was sent to this address." : "No mail yet. What the app sends appears here."}</p>`;
}
