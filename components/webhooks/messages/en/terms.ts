import type { MessageFile } from "#components/i18n/message-types.ts";

/** What an owner chooses for a webhook: name, format, filters, headers, and what its receiver may end. */
const messages = {
  name: "Name",
  nameHint: "Optional. Shown in lists, emails and notices.",
  nameWrong: "Enter at most 60 characters.",

  format: "Format",
  format_json: "JSON",
  format_slack: "Slack",
  format_discord: "Discord",
  format_teams: "Microsoft Teams",
  formatHint_json: "The event as signed JSON, for your own server.",
  formatHint_slack: "A message for an incoming webhook of Slack. Nobody is mentioned.",
  formatHint_discord: "A message for a webhook of a Discord channel. Nobody is mentioned.",
  formatHint_teams:
    "An Adaptive Card for a workflow or connector of Microsoft Teams. Nobody is mentioned.",
  formatMismatch: "This address takes messages in the format {format} only.",
  formatUse: "Use the format {format}",
  preview: "Preview",
  previewEvent: "Event of the preview",
  previewBody: "Request body",

  markets: "Markets",
  marketsHint: "None chosen: all markets. Events without a market are always sent.",
  marketsUnread: "The markets could not be loaded.",
  accounts: "Wallets",
  accountsHint: "None chosen: all wallets. Events without a wallet are always sent.",
  accountsNone: "No wallet is linked to this account.",
  accountsUnread: "The wallets could not be loaded.",
  assetsUnknown: "No event is about {names}.",

  headers: "Your own headers",
  headersHint:
    "Sent with each delivery, for example Authorization. Values are stored encrypted and never shown again.",
  headersNone: "None",
  headerName: "Header name",
  headerNameOf: "Name of header {number}",
  headerValueOf: "Value of header {number}",
  headerNewValueOf: "New value of {name}",
  headerKept: "Hidden. Enter a new value to replace it.",
  headerSetAt: "set",
  addHeader: "Add a header",
  removeHeaderNumber: "Remove header {number}",
  removeHeader: "Remove {name}",
  headerFault_name: "Use letters, digits and hyphens, at most 64 characters.",
  headerFault_reserved: "The service or the connection sets this header. Use another name.",
  headerFault_value: "Enter 1 to 1,024 visible ASCII characters, without a line break.",
  headerFault_twice: "This header is in the list twice.",
  headersFull: {
    one: "A webhook has at most {count} header.",
    other: "A webhook has at most {count} headers.",
  },
  headersDropped:
    "The new URL is at another origin. These headers are removed when you save, unless you enter their values again: {names}",

  receiverMayStop: "When the receiver asks us to stop",
  stop_never: "Ignore it",
  stop_header: "Obey the header",
  stop_header_or_410: "Obey the header and 410",
  stopHint_never: "Each delivery gets its seven attempts, whatever the receiver answers.",
  stopHint_header:
    "A failing receiver can answer webhook-delivery: abort-message to end a delivery, or webhook-delivery: disable to pause this webhook. A 410 gets seven attempts.",
  stopHint_header_or_410:
    "A failing receiver can end a delivery or pause this webhook with the header webhook-delivery. A 410 (Gone) pauses it at once.",

  // Secrets and verification
  secretStandardMade:
    "Libraries of Standard Webhooks and Svix take a secret that begins with whsec_ as it is. For X-Svc-Signature use the whole text, with whsec_.",
  secretStandardOwn:
    "Your own secret is used as text. In libraries of Standard Webhooks pass it with the format raw, because they decode it from Base64 otherwise.",
  rawTitle: "How to get the raw body",
  rawText:
    "Verify first, then parse. A body that was parsed and written again has other bytes, such as other spaces.",
} as const satisfies MessageFile;

export default messages;
