import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  intro:
    "A bot key lets a program of yours read your account by signed calls, from the addresses that you name and from nowhere else.",
  whatTitle: "What a bot key can do, and what not",
  canRead: "It reads markets, and the balance, orders and positions of the account.",
  mayStage:
    "It may propose orders: each waits under Approvals for five minutes and does nothing until you approve and sign it.",
  cannotSign:
    "It cannot sign an order, move money or change a key: that takes your wallet or a trading key.",
  onlyFrom:
    "A call from another address is refused, even when its signature is right. The answer names the address.",
  secretStays:
    "Its secret is never sent: it signs each call for one time, one method, one path and one body.",
  readMore:
    "The signing scheme, with vectors and clients in TypeScript and Python, is in docs/api/bot.md.",
  toDevelopers: "Calls and the document of the API",
  create: "New bot key",
  list: "Your bot keys",
  loading: "Loading your bot keys",
  none: "No bot key yet.",
  noneDetail: "A new one takes a minute: name the addresses that your program calls from.",

  keyId: "Id",
  allowed: "Allowed from",
  account: "Account",
  noAccount: "none: it reads markets only",
  created: "Created",
  expires: "Expires",
  never: "does not expire",
  revoked: "Revoked",
  lastUsed: "Last used",
  revoke: "Revoke",
  revokeNamed: "Revoke {name}",
  revokeTitle: "Revoke {name}?",
  revokeText:
    "The next call with this key fails, whichever program it is in. This cannot be taken back.",

  revokedDone: "The bot key is revoked.",

  dialogTitle: "New bot key",
  name: "Name",
  nameHint: "So that you know it again. May be left empty.",
  namePlaceholder: "e.g. grid on BTC",
  allowlist: "Allowed addresses",
  allowlistHint:
    "One address or network a line, such as 192.0.2.7, 10.1.0.0/16 or 2001:db8::/48. At most {most}.",
  allowlistMissing: "Name at least one address: without one the key would open from nowhere.",
  addMineNamed: "Add my address, {address}",
  mineIsIn: "My address {address} is in the list",
  checking: "Checking…",
  checkFailed: "The addresses could not be checked. They are checked again when the key is made.",
  linesGood: { one: "1 entry, and it is good.", other: "{count} entries, all good." },
  linesMany: "These are {count} entries. At most {most} are taken.",
  lineRefused: "Line {line}, {entry}: {reason}",
  problem_not_an_address: "neither an address nor a network such as 192.0.2.0/24 or 2001:db8::/48.",
  problem_zone: "a zone means something on one machine only. Leave out what begins with %.",
  problem_leading_zeros: "some programs read leading zeros as octal. Leave them out.",
  problem_prefix_too_long: "the prefix is too long: at most /32 for IPv4 and /128 for IPv6.",
  problem_host_bits:
    "this may mean the network {network}, or the one address without its prefix. Write the one you mean.",
  everyone:
    "{entry} is every address of its kind: the list then protects nothing, and whoever has the secret can use it from anywhere.",
  tester: "Try an address",
  testerHint: "Would a call from there be let in?",
  testAllowed: "{address} is let in by {entry}.",
  testRefused: "{address} is refused: 403 ip_not_allowed.",
  testBad: "This is not one address.",
  testFailed: "The address could not be tried. Change it to try again.",
  expiry: "Expires",
  expiryHint: "A short life limits what a lost key can do.",
  expiryNever: "Never",
  expiryNeverWarning:
    "A key that never expires stays usable until somebody revokes it, also when it is long forgotten.",
  expiryDays: { one: "In 1 day", other: "In {count} days" },
  forAccount: "The key will read the account {account}.",
  forNobody:
    "You are signed in without a wallet: the key will read markets, and no account. To read one, link a wallet first.",
  cancel: "Cancel",
  dropTitle: "Discard what was typed?",
  dropNot: "Keep editing",
  drop: "Discard",
  make: "Create key",
  making: "Creating…",

  madeTitle: "Your bot key",
  secret: "Secret",
  callsHint: "They read the id and the secret from these variables.",
  environment: "Variables",
  typescript: "TypeScript",
  python: "Python",
  shell: "curl",
} as const satisfies MessageFile;

export default messages;
